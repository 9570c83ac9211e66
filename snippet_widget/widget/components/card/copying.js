// Copies by the best way that the page has.

/** Copy by the best way there is: navigator.clipboard is missing on plain http. */
async function copy(text, code) {
  try {
    await navigator.clipboard.writeText(text);
    return { done: true, message: 'Copied.' };
  } catch {
    return copyBySelection(text, code);
  }
}

function copyBySelection(text, code) {
  const focused = document.activeElement;
  const area = element('textarea', 'sw-offscreen', { value: text, readOnly: true });
  code.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus?.({ preventScroll: true });
  if (done) {
    return { done, message: 'Copied.' };
  }
  window.getSelection().selectAllChildren(code);
  return { done, message: 'Selected: press Ctrl+C or ⌘C to copy.' };
}

"""The least that speaks the protocol of a snippet's card: a button, and the answer it got."""

from __future__ import annotations

from typing import Any

ESM = """
function render({ model, el }) {
  const button = Object.assign(document.createElement('button'), { textContent: 'Insert' });
  const answer = document.createElement('output');
  el.append(button, answer);
  let count = 0;
  button.addEventListener('keydown', event => event.stopPropagation());
  button.addEventListener('click', () => {
    count += 1;
    const detail = structuredClone(model.get('detail'));
    detail.source = detail.source.replace('{count}', count);
    const event = new CustomEvent('snippet-widget:insert',
      { bubbles: true, cancelable: true, composed: true, detail });
    const cancelled = !el.dispatchEvent(event);
    answer.textContent = JSON.stringify({ cancelled, ...detail.result });
  });
}
export default { render };
"""

METADATA: dict[str, Any] = {"snippet_widget": {"org": "acme", "api": "acme"}}


def card_cell(source: str = "snippet = {count}", **detail: Any) -> str:
    """Return the source of a cell that shows such a card."""
    sent = {"source": source, "cell_type": "code", "metadata": METADATA, "group": "test", **detail}
    return f"""import anywidget, traitlets

class Card(anywidget.AnyWidget):
    _esm = {ESM!r}
    detail = traitlets.Dict().tag(sync=True)

Card(detail={sent!r})"""

/** Without its kernel a panel shows what it has: what only a kernel could follow is disabled. */

/** ipywidgets' own controls, and those of our components that have no effect in the browser alone. */
const CHOICES = '.widget-dropdown select, .widget-text input, .widget-button, [data-needs-kernel]';

/** For good: a kernel that comes back knows nothing of this panel. */
export function disableChoices(panel: Element | null): void {
  panel?.querySelectorAll(CHOICES).forEach(control => control.toggleAttribute('disabled', true));
}

/** What the list is of. */
const OF_LIST = ['Organization', 'API', 'SDK'];

/** The dropdowns as they stood when the list was theirs. */
export class DropdownValues {
  private _saved = new Map<HTMLSelectElement, string>();

  save(panel: Element | null): void {
    this._saved = new Map(dropdownsOf(panel, OF_LIST).map(select => [select, select.value]));
  }

  /** Show them as they were saved: whether any had been chosen in since. */
  restore(): boolean {
    const changed = [...this._saved].filter(
      ([select, value]) =>
        select.value !== value && [...select.options].some(option => option.value === value)
    );
    changed.forEach(([select, value]) => (select.value = value));
    return changed.length > 0;
  }
}

export function dropdownsOf(panel: Element | null, labels: readonly string[]): HTMLSelectElement[] {
  const all = [...(panel?.querySelectorAll<HTMLSelectElement>('.widget-dropdown select') ?? [])];
  return all.filter(({ parentElement }) =>
    labels.includes(parentElement?.querySelector('label')?.textContent ?? '')
  );
}

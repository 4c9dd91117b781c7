export const hasTyped = (): boolean =>
  [...document.querySelectorAll('input, textarea, select')].some(isChanged);

/** Unlike when the page came. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const isPlain = ![...field.options].some(({ defaultSelected }) => defaultSelected);
    return isPlain
      ? field.selectedIndex > 0
      : [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === 'file') return (field.files?.length ?? 0) > 0;
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}

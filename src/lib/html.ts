const SPECIAL = /[&<>"']/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char) : text;

/**
 * A template literal whose values are escaped, each of them. For what repeats in a page: there a
 * component for each part costs more than the rest of the page.
 */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += escaped(String(value)) + (parts[index + 1] ?? '');
  }
  return text;
}

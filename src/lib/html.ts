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

declare const escapedAlready: unique symbol;

/** Markup whose texts are escaped. */
export type Markup = string & { readonly [escapedAlready]: true };

/** Of several pieces; none is the empty string. */
export const joined = (pieces: readonly Markup[]): Markup => pieces.join('') as Markup;

/**
 * A template literal whose values are escaped, each of them. For what repeats in a page: there a
 * component for each part costs more than the rest of the page.
 */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): Markup {
  let text = parts[0] ?? '';
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? '';
    text += typeof value === 'number' ? String(value) : escaped(value);
    text += parts[at + 1] ?? '';
  }
  return text as Markup;
}

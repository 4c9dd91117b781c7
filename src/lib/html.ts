const SPECIAL = /[&<>"']/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

declare const escapedAlready: unique symbol;

/** Markup whose texts are escaped. */
export type Markup = string & { readonly [escapedAlready]: true };

export const joined = (pieces: readonly Markup[]): Markup => pieces.join('') as Markup;

/** Escapes text for an element or a quoted attribute. */
export const escaped = (text: string): Markup =>
  (SPECIAL.test(text)
    ? text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
    : text) as Markup;

/** A template literal whose values are escaped, each of them. */
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

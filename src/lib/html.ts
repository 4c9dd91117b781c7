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

/** Not by `join`, which copies each piece where `+` only notes it. */
export function joined(pieces: readonly Markup[]): Markup {
  let text = '';
  for (const piece of pieces) text += piece;
  return text as Markup;
}

/** Escapes text for an element or a quoted attribute. */
export const escaped = (text: string): Markup =>
  (SPECIAL.test(text)
    ? text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
    : text) as Markup;

/** A template literal of pieces that are markup already; null is none. */
export function compose(
  parts: TemplateStringsArray,
  ...pieces: readonly (Markup | '' | null)[]
): Markup {
  let text = parts[0] ?? '';
  for (let at = 0; at < pieces.length; at++) text += (pieces[at] ?? '') + (parts[at + 1] ?? '');
  return text as Markup;
}

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

declare const eachIsAByte: unique symbol;

/**
 * Text as its UTF-8 bytes, one per character. Where one Japanese character doubles a page in
 * memory, a letter is put together and written at half the size, and needs no encoding.
 */
export type Utf8 = string & { readonly [eachIsAByte]: true };

export const utf8Of = (text: string): Utf8 => Buffer.from(text).toString('latin1') as Utf8;

/** The same for many, at a fraction of what each costs alone. */
export function utf8OfEach(texts: readonly string[]): Utf8[] {
  const all = utf8Of(texts.join(BETWEEN)).split(BETWEEN) as Utf8[];
  return all.length === texts.length ? all : texts.map(utf8Of);
}

/** In no text that was validated. */
const BETWEEN = '\0';

export const textOf = (utf8: Utf8): string => Buffer.from(utf8, 'latin1').toString();

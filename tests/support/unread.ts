import { annotate } from '#lib/furigana/annotate.ts';

/** Kanji in a row that get no reading. */
export const unreadIn = (text: string): string[] =>
  annotate(text)
    .filter((piece) => typeof piece === 'string')
    .flatMap((piece) => piece.match(/[一-鿿々]+/g) ?? []);

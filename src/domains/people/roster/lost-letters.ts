import { oneLine } from '#lib/text.ts';

/**
 * What stands for a letter that a list has lost before it came to us: what no font of ours has
 * (外字, of one computer only), U+FFFD, the sign for "no such letter", and a question mark in a word.
 */
const LOST = /[\uE000-\uF8FF\u{F0000}-\u{10FFFD}\uFFFD〓□?？]/gu;
const SHOWN = '〓';

/** With a sign that everybody sees. */
export const withoutLost = (text: string): string => text.replace(LOST, SHOWN);

/** Asks for each lost letter. @param fields what they are called, and as they were sent */
export const lostLetters = (fields: readonly (readonly [label: string, text: string])[]) =>
  fields
    .map(([label, text]) => [label, oneLine(text.slice(0, MAX_LENGTH))] as const)
    .filter(([, text]) => text.search(LOST) !== -1)
    .map(
      ([label, text]) =>
        `${label}「${withoutLost(text)}」の「${SHOWN}」は、ファイルの中で失われた文字です（外字など）。正しい文字に直してください。`,
    );

/** More is refused as too long. */
const MAX_LENGTH = 100;

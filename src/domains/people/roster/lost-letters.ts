import { oneLine } from '#lib/text.ts';

/**
 * What stands for a letter that a list has lost before it came to us: what no font of ours has
 * (外字, of one computer only), U+FFFD, the sign for "no such letter", and a question mark in a word.
 */
const LOST = /[\uE000-\uF8FF\u{F0000}-\u{10FFFD}\uFFFD〓□?？]/gu;
const SHOWN = '〓';

/** Of a spreadsheet that could not work a value out, or whose column was too narrow to show it. */
const NO_VALUE = /^#(?:N\/A|[A-Z/0]{2,12}[!?]|#+)$/i;

/** What a spreadsheet makes of 1-2, 2-1 or 1E2. */
const AS_DAY_OR_POWER =
  /^(?:\d{1,2}月\d{1,2}日|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{1,4}|\d(?:\.\d+)?E[+-]?\d{1,3}|\d{4}[-/]\d{1,2}[-/]\d{1,2}(?: 0:00(?::00)?)?)$/;

/** @returns what to ask of a room that a spreadsheet has rewritten, or null */
export const roomAsked = (text: string): string | null =>
  AS_DAY_OR_POWER.test(text.normalize('NFKC').trim())
    ? `部屋「${text.trim()}」は、表計算ソフトが日付や数に変えたもののようです。元の部屋（1-2 など）に直してください。`
    : null;

/** With a sign that everybody sees. */
export const withoutLost = (text: string): string => text.replace(LOST, SHOWN);

/** Asks for what a list has lost. @param fields what they are called, as they were sent, and whether that is a formula */
export const lostLetters = (
  fields: readonly (readonly [label: string, text: string, isFormula: boolean])[],
) =>
  fields.flatMap(
    ([label, sent, isFormula]) =>
      lossOf(label, oneLine(sent.slice(0, MAX_LENGTH)), isFormula) ?? [],
  );

function lossOf(label: string, text: string, isFormula: boolean): string | null {
  const plain = text.normalize('NFKC');
  if (NO_VALUE.test(plain)) {
    return `${label}「${text}」は、表計算ソフトが出す印で、${label}ではありません。正しい${label}に直してください。`;
  }
  if (isFormula) {
    return `${label}「${text}」は、計算式のままです。計算された${label}に直してください。`;
  }
  if (text.search(LOST) === -1) return null;
  return `${label}「${withoutLost(text)}」の「${SHOWN}」は、ファイルの中で失われた文字です（外字など）。正しい文字に直してください。`;
}

/** More is refused as too long. */
const MAX_LENGTH = 100;

import { stripVTControlCharacters } from 'node:util';

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

/** Without control characters: names and reasons come from people and mail servers. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

export function table(heading: string[], rows: string[][]): string {
  const lines = [heading, ...rows.map((row) => row.map(plain))];
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => widthOf(line[column] ?? ''))),
  );
  const pad = (text: string, column: number): string =>
    text + ' '.repeat((widths[column] ?? 0) - widthOf(text));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

import { randomInt } from 'node:crypto';

/** Figures alone: they survive a Japanese keyboard, a telephone and old eyes. */
const GROUPS = 3;
const GROUP = 4;

/** Twelve figures: what a right one opens is a form, which names the facility. */
export const newSheetCode = (): string =>
  Array.from({ length: GROUPS }, () => String(randomInt(10 ** GROUP)).padStart(GROUP, '0')).join(
    '',
  );

/** Longer than any way of typing it. */
const MOST_TEXT = 60;

/** However it was typed: wide figures, strokes, spaces, words around it. @returns its figures, or null */
export function readSheetCode(text: string): string | null {
  const figures = text.slice(0, MOST_TEXT).normalize('NFKC').replaceAll(/\D/g, '');
  return figures.length === GROUPS * GROUP ? figures : null;
}

/** `1234-5678-9012` */
export const writtenCode = (figures: string): string =>
  figures.replaceAll(/\d{4}(?=\d)/g, (group) => `${group}-`);

import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';

/** 83 random bits, in figures alone: they survive a Japanese keyboard and the telephone. */
const FIGURES = 25;
const GROUP = 5;

const LINE_CODE_USES = ['page', 'card'] as const;
export type LineCodeUse = (typeof LINE_CODE_USES)[number];

/** How long a code is good for: shown on a page, or printed. */
export const LINE_CODE_MS: Record<LineCodeUse, number> = {
  page: 30 * MINUTE_MS,
  card: 60 * DAY_MS,
};

/** Longer than LINE sends events again. */
export const LINE_EVENT_DAYS = 30;
/** As long as the longest code is good. */
export const LINE_STOP_DAYS = 60;

export const LineCodeInput = z.strictObject({
  for: z.enum(LINE_CODE_USES, '画面に出すか、紙に印刷するかを選んでください。'),
});

/** `12345-67890-12345-67890-12345` */
export function randomCode(): string {
  const groups = Array.from({ length: FIGURES / GROUP }, () =>
    String(randomInt(10 ** GROUP)).padStart(GROUP, '0'),
  );
  return groups.join('-');
}

/** As it is written, also between other numbers. */
const WRITTEN = /(?<!\d)\d{5}(?:[\s\p{Pd}ー−]{1,3}\d{5}){4}(?!\d)/u;
/** However it was retyped: wide figures, other strokes, spaces, or none. */
const TYPED = /(?<!\d)\d(?:[\s\p{Pd}ー−・.,、]{0,3}\d){24}(?!\d)/u;
const MOST_TEXT = 1000;

/** The code in a message. @returns its figures, or null */
export function readCode(text: string): string | null {
  const plain = text.slice(0, MOST_TEXT).normalize('NFKC');
  const found = WRITTEN.exec(plain) ?? TYPED.exec(plain);
  return found ? found[0].replaceAll(/\D/g, '') : null;
}

const STOP_WORDS = new Set(['とめる', '止める', 'とめて', '停止', '配信停止']);

/** 「とめる」 */
export const isStop = (text: string): boolean =>
  STOP_WORDS.has(
    text
      .slice(0, MOST_TEXT)
      .normalize('NFKC')
      .replaceAll(/[\s「」。]/g, ''),
  );

/** What LINE's page writes into the message; the family only sends it. */
const messageWith = (code: string): string =>
  `お便りをLINEで受け取ります。\n${code}\n（このまま送信してください）`;

/** On paper the QR code is small: less text, larger squares. */
const shortMessageWith = (code: string): string => `お便り\n${code}`;

/** Opens LINE with the message written. @param basicId `@tayori` */
export function joinAddress(basicId: string, code: string, use: LineCodeUse = 'page'): string {
  const message = use === 'card' ? shortMessageWith(code) : messageWith(code);
  return `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(message)}`;
}

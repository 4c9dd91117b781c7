import { stripVTControlCharacters } from 'node:util';

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

export const widthOf = (text: string): number =>
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

const UNITS = ['バイト', 'KB', 'MB', 'GB', 'TB'];

/** `1.5 GB` */
export function size(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step] ?? ''}`;
}

const TOKYO = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-11-21 14:05`, in Tokyo. */
export const moment = (instant: string): string => TOKYO.format(new Date(instant));

/** `3時間` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds}秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)}分`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)}時間`;
  return `${Math.round(seconds / 86_400)}日`;
}

/** Figures as the operator reads them, on the command line and in mails. */

const UNITS = ['バイト', 'KB', 'MB', 'GB', 'TB'];

/** `1.5 GB` */
export function size(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(4, Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step] ?? ''}`;
}

/** Loads its data when first used: 5 MB that an idle server does not need. */
let tokyo: Intl.DateTimeFormat | undefined;
const inTokyo = (): Intl.DateTimeFormat =>
  (tokyo ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'short',
    timeStyle: 'short',
  }));

/** `2026-11-21 14:05`, in Tokyo. */
export const moment = (instant: string): string => inTokyo().format(new Date(instant));

/** `3時間` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds}秒`;
  if (seconds < 3600) return `${Math.round(seconds / 60)}分`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)}時間`;
  return `${Math.round(seconds / 86_400)}日`;
}

const MEGABYTE = 1_000_000;

/** `約8MB`, never 0. */
export const roughSize = (bytes: number): string =>
  `約${Math.max(1, Math.round(bytes / MEGABYTE))}MB`;

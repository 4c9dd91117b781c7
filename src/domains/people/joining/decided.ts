import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

type Decided = 'refused' | { count: number; left: number; isSame?: boolean };

/** The list after a press, which says what was done. */
export const decidedAddress = (done: Decided): string =>
  addressWith(
    paths.applications,
    done === 'refused'
      ? { refused: 1 }
      : { [done.isSame ? 'same' : 'taken']: done.count, left: done.left || null },
  );

const MOST = 1000;

/** @returns null without a press */
export function decidedWords(query: URLSearchParams): string | null {
  if (query.has('refused')) return 'お断りしました。ご家族には、お書きになった文が伝わります。';
  if (query.has('same')) {
    return '登録のある方のお申し込みとして、受けました。登録とリンクは、先のままです。';
  }
  const [taken = 0, left = 0] = ['taken', 'left'].map((name) => Number(query.get(name) ?? 0));
  if (![taken, left].every((n) => Number.isInteger(n) && n >= 0 && n <= MOST)) return null;
  if (taken === 0) return null;
  const rest = left > 0 ? `${left}家族は、受けられなかったので、そのままにしました。` : '';
  return `${taken}家族を、お届け先に加えました。${rest}`;
}

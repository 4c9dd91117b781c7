import { parseYearMonth } from './calendar.ts';
import { audienceOf } from './error-words.ts';
import { paths } from './paths.ts';

const BELOW_LETTER = /^\/letters\/(\d+)\/./;
const BELOW_YEAR = /^\/letters\/years\/([1-9]\d{3}|all)(?:-\d+)?\/./;

/** The letter or the year above a path, by tokens that are not verified here; null for other paths. */
export function letterAbove(path: string, query: URLSearchParams): string | null {
  const yearMonth = parseYearMonth(BELOW_LETTER.exec(path)?.[1] ?? '');
  const [residentToken, familyToken] = [query.get('resident_token'), query.get('family_token')];
  if (!residentToken || !familyToken) return null;
  const tokens = { residentToken, familyToken };
  const year = BELOW_YEAR.exec(path)?.[1];
  if (year !== undefined) return paths.letterYear(year === 'all' ? year : Number(year), tokens);
  return yearMonth === undefined ? null : paths.letter(yearMonth, tokens);
}

export interface Way {
  href: string;
  label: string;
}

/** Where an error page links to: the letter, staff's photos, or the top page. */
export function wayFrom(path: string, query: URLSearchParams): Way | null {
  const letter = letterAbove(path, query);
  if (letter !== null) return { href: letter, label: 'お便りにもどる' };
  return audienceOf(path) === 'staff' ? { href: paths.items, label: '写真の一覧へ' } : null;
}

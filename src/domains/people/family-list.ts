import type { FieldErrors } from '#lib/errors.ts';
import { sama } from '#lib/honorific.ts';
import { searchKey, sortByName } from '#lib/kana.ts';
import { addressWith } from '#lib/pages.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Family } from './family.ts';
import type { Parked } from './parked.ts';
import { DELIVERY_WAYS, missingFor } from './family.ts';
import type { LifeState } from './life.ts';

export const TROUBLED = 'trouble';
const WAYS = ['', ...DELIVERY_WAYS, 'line', TROUBLED] as const;

export interface FamilyFilter {
  words: string;
  way: (typeof WAYS)[number];
}

export interface ResidentGroup {
  resident: FamilyEntry['resident'] & { hasNoFamily?: boolean };
  entries: FamilyEntry[];
}

export const readFamilyFilter = (query: URLSearchParams): FamilyFilter => ({
  words: (query.get('q') ?? '').trim().slice(0, 100),
  way: WAYS.find((way) => way === query.get('delivery')) ?? '',
});

/** The address of a page of the same list. */
export const familiesAddress = ({ words, way }: FamilyFilter, page: number): string =>
  addressWith(paths.families, {
    q: words,
    delivery: way,
    page: page > 1 ? page : null,
  });

/** @param key of what is looked for: made once, not for each family */
const matches = ({ family, resident }: FamilyEntry, key: string): boolean =>
  key === '' ||
  isPartOf(family.phone, key) ||
  [family.name, family.nameKana, family.email ?? '', resident.name, resident.nameKana].some(
    (text) => searchKey(text).includes(key),
  );

/** However it is written; a few figures are in too many. */
const FIGURES = /^[\d-]{4,}$/;
const isPartOf = (phone: string, key: string): boolean =>
  FIGURES.test(key) && phone.replaceAll('-', '').includes(key.replaceAll('-', ''));

const isOfWay = ({ family, trouble }: FamilyEntry, way: FamilyFilter['way']): boolean =>
  way === '' || (way === TROUBLED ? trouble !== null : family.delivery === way);

export function groupFamilies(
  entries: readonly FamilyEntry[],
  residents: readonly FamilyEntry['resident'][],
  { words, way }: FamilyFilter,
): ResidentGroup[] {
  const key = searchKey(words);
  const chosen = entries.filter((entry) => matches(entry, key) && isOfWay(entry, way));
  // Residents without any household are shown, since their letters reach no one.
  const bare = words === '' && way === '' ? residents : [];
  const people = new Map(
    [...bare, ...chosen.map(({ resident }) => resident)].map((r) => [r.id, r]),
  );
  const byResident = Map.groupBy(chosen, ({ resident }) => resident.id);
  return sortByName([...people.values()], (resident) => resident).map((resident) => ({
    resident,
    entries: byResident.get(resident.id) ?? [],
  }));
}

export interface FamilyEntry {
  family: Family;
  resident: { id: string; name: string; nameKana: string; room: string | null; state: LifeState };
  tokens: LetterTokens;
  /** What it has chosen on its own page, such as a pause. */
  wish: string | null;
  /** It gets no mail until it says so itself. */
  hasStopped: boolean;
  /** Why letters cannot reach it. */
  trouble: string | null;
  /** Mails come back from its address, or it put one among spam. */
  parked: Parked | null;
}

const first = (errors: FieldErrors): string | undefined => Object.keys(errors)[0];

const getsMail = ({ delivery, alsoByMail }: Family): boolean =>
  delivery === 'email' || (delivery === 'line' && alsoByMail);

/** @param undelivered addresses that the last mail did not reach */
export function troubleOf(
  family: Family,
  undelivered: ReadonlySet<string>,
  parked: Parked | null,
): string | null {
  const missing = first(missingFor(family));
  if (missing === 'email') return 'メールアドレスがありません';
  if (missing !== undefined) return '住所が足りません';
  if (getsMail(family) && parked !== null) return 'メールが戻ってきました';
  const bounced = family.delivery === 'email' && undelivered.has(family.email ?? '');
  return bounced ? 'メールが届きませんでした' : null;
}

/** Does not name the resident: a chat passes through another company and may be the wrong one. */
export const linkMessage = (
  { name, lettersUrl }: Family,
  hostName: string,
  /** The resident lives here: more letters come. */
  goesOn: boolean,
): string =>
  `${sama(name, ' ')}\n${hostName}です。${goesOn ? '毎月' : 'これまで'}のお便りを、こちらのリンクからご覧いただけます。ご家族だけのリンクですので、ほかの方にはお送りにならないようお願いいたします。\n${lettersUrl}`;

/** Opens LINE, where the user picks the recipient. */
export const lineShareUrl = (text: string): string =>
  `https://line.me/R/share?text=${encodeURIComponent(text)}`;

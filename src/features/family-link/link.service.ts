import type { YearMonth } from '#lib/calendar.ts';
import { unauthorized } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { countTry, requireBelowLimit } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { findAnswersCount, findLink, findLinkKey, findOpenLink } from './link.repository.ts';

/** Verified by both tokens. */
export interface Link extends LetterTokens {
  familyId: string;
  familyName: string;
  residentId: string;
  residentName: string;
  leftOn: string | null;
  lettersEnd: string | null;
  lastLetter: 0 | 1;
  awaySince: string | null;
  lastWords: string;
  photosHidden: boolean;
  hostId: string;
  hostName: string;
  hostPhone: string;
  earlyLook: boolean;
  /** The facility takes words from families. */
  takesAnswers: boolean;
  contentVersion: number;
}

/** null unless both tokens are present. */
export function readLetterTokens(query: URLSearchParams): LetterTokens | null {
  const residentToken = query.get('resident_token');
  const familyToken = query.get('family_token');
  return residentToken && familyToken ? { residentToken, familyToken } : null;
}

/** One indexed read. @returns null if the tokens are wrong, revoked or do not match */
export async function openLink(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { familyToken, residentToken }: LetterTokens,
): Promise<Link | null> {
  const row = await findLink(readConnection, familyToken);
  if (row?.residentToken !== residentToken) return null;
  return {
    ...row,
    photosHidden: row.photosHidden === 1,
    earlyLook: row.earlyLook === 1 && row.lettersEnd === null,
    takesAnswers: row.takesAnswers !== 0,
  };
}

const NO_MONTH = 0;

/** @param month none for the shelf. @returns a key of everything the page depends on, or null */
export async function readLinkKey(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { familyToken, residentToken }: LetterTokens,
  month: YearMonth = NO_MONTH,
): Promise<string | null> {
  const row = await findLinkKey(readConnection, familyToken, month);
  if (row?.residentToken !== residentToken) return null;
  return `${familyToken} ${residentToken} ${row.contentVersion} ${row.seen ?? ''}`;
}

/** The same for the letters of some months, which show what the family wrote. */
export async function readLinkKeyBetween(
  rt: Pick<Runtime, 'readConnection'>,
  tokens: LetterTokens,
  [first, last]: readonly [YearMonth, YearMonth],
): Promise<string | null> {
  const key = await readLinkKey(rt, tokens);
  if (key === null) return null;
  const answers = await findAnswersCount(rt.readConnection, tokens.familyToken, first, last);
  return `${key} ${answers?.count ?? 0}`;
}

/** @throws AppError 401; 429 beyond the limit (safety.md#the-settings-behind-it) */
export async function requireLink(rt: Runtime, query: URLSearchParams): Promise<Link> {
  const address = currentRequest()?.address ?? '';
  const now = rt.clock.now();
  const tokens = readLetterTokens(query);
  const link = tokens && (await openLink(rt, tokens));
  if (link) return link;
  await requireBelowLimit(rt.db, 'wrongLetterTokens', address, now);
  if (tokens) await countTry(rt.db, 'wrongLetterTokens', address, now);
  throw noLink();
}

const noLink = () =>
  unauthorized('このリンクは使えません。施設に新しいリンクをお問い合わせください。');

/** Before a family writes: its link may have ended since it was opened. @throws AppError 401 */
export async function requireStillOpen(
  tx: Db,
  { residentToken, familyToken }: LetterTokens,
): Promise<void> {
  if (!(await findOpenLink(tx, residentToken, familyToken))) throw noLink();
}

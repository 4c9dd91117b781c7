import type { Expression } from 'kysely';
import { endedWords, findEndedFacility } from '#domains/facility/ending/ended.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import type { Viewer } from '#domains/people/stay.ts';
import { toViewer } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { AppError, unauthorized } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn } from '#lib/flags.ts';
import type { CallContext, Who } from '#server/call.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import { findPrepared } from '#server/prepared.ts';
import { countTry, requireBelowLimit } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import { VIEWER_COLUMNS } from './who-sees-what.ts';

/** Verified by both tokens. */
export interface Link extends LetterTokens {
  familyId: string;
  familyName: string;
  residentId: string;
  residentName: string;
  leftOn: string | null;
  diedOn: string | null;
  lettersEnd: string | null;
  lastLetter: Flag;
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
  /** The facility's last day, if it ends. */
  endsOn: CivilDate | null;
  /** That day is over: letters are only read and taken home. */
  isOver: boolean;
}

/** null unless both tokens are present. */
export function readLetterTokens(query: URLSearchParams): LetterTokens | null {
  const residentToken = query.get('resident_token');
  const familyToken = query.get('family_token');
  return residentToken && familyToken ? { residentToken, familyToken } : null;
}

/** One indexed read. @returns null if the tokens are wrong, revoked or do not match */
export async function openLink(
  { readConnection, clock }: Pick<Runtime, 'readConnection' | 'clock'>,
  { familyToken, residentToken }: LetterTokens,
): Promise<Link | null> {
  const row = await findLink(readConnection, familyToken);
  if (row?.residentToken !== residentToken) return null;
  const isOver = isOverFor(row.endsOn, clock.now());
  return {
    ...toViewer(row),
    earlyLook: isOn(row.earlyLook) && row.lettersEnd === null,
    takesAnswers: isOn(row.takesAnswers ?? 1) && !isOver,
    isOver,
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
  const { contentVersion, endsOn, seen } = row;
  return `${familyToken} ${residentToken} ${contentVersion} ${endsOn ?? ''} ${seen ?? ''}`;
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

/** @throws EndedLink (410); AppError 401; 429 beyond the limit (safety.md#the-settings-behind-it) */
export async function requireLink(rt: Runtime, query: URLSearchParams): Promise<Link> {
  const address = currentRequest()?.address ?? '';
  const now = rt.clock.now();
  const tokens = readLetterTokens(query);
  const link = await openUnlessEnded(rt, tokens);
  if (link) return link;
  await requireBelowLimit(rt.db, 'wrongLetterTokens', address, now);
  if (tokens) await countTry(rt.db, 'wrongLetterTokens', address, now);
  throw noLink();
}

/** Where no link has the address: one that ended is told so. @throws EndedLink (410) */
export async function refuseEnded(rt: Runtime, query: URLSearchParams): Promise<void> {
  await openUnlessEnded(rt, readLetterTokens(query));
}

async function openUnlessEnded(rt: Runtime, tokens: LetterTokens | null): Promise<Link | null> {
  if (!tokens) return null;
  const link = await openLink(rt, tokens);
  if (link) return link;
  const ended = await findEndedFacility(rt, tokens);
  if (ended) throw new EndedLink(endedWords(ended));
  return null;
}

/** Of a facility that ended: it was deleted, or takes nothing any more. */
export class EndedLink extends AppError {
  constructor(words: string) {
    super(410, words);
  }
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

/** The guard of family calls. @throws AppError 401, 429 */
export const requireLetterLink = async ({ url }: CallContext): Promise<Link> =>
  requireLink(await runtime(), url.searchParams);
requireLetterLink.who = 'family' as Who;

/** Whose letters a link opens, by the family's token. */
export const findLink = findPrepared((db, familyToken: Expression<string>) =>
  db
    .selectFrom('families')
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .innerJoin('hosts', 'hosts.id', 'families.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'families.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'families.host_id')
    .select(VIEWER_COLUMNS)
    .select(['families.id as familyId', 'families.name as familyName'])
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .select(['hosts.name as hostName', 'hosts.content_version as contentVersion'])
    .select('delivery_settings.takes_answers as takesAnswers')
    .select('facility_endings.ends_on as endsOn')
    .where('families.token', '=', familyToken),
);

/** The same question in a transaction. */
const findOpenLink = (db: Db, residentToken: string, familyToken: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select('families.id')
    .where((eb) => eb.and({ 'families.token': familyToken, 'residents.token': residentToken }))
    .executeTakeFirst();

/** The cache key of a letter. */
export const findLinkKey = findPrepared(
  (db, familyToken: Expression<string>, yearMonth: Expression<YearMonth>) =>
    db
      .selectFrom('families')
      .select((eb) => [
        eb
          .selectFrom('residents')
          .select('residents.token')
          .whereRef('residents.id', '=', 'families.resident_id')
          .as('residentToken'),
        eb
          .selectFrom('hosts')
          .select('hosts.content_version')
          .whereRef('hosts.id', '=', 'families.host_id')
          .as('contentVersion'),
        eb
          .selectFrom('facility_endings')
          .select('facility_endings.ends_on')
          .whereRef('facility_endings.host_id', '=', 'families.host_id')
          .as('endsOn'),
        eb
          .selectFrom('letter_reads')
          .select(({ fn, val, cast }) =>
            fn<string>('concat_ws', [
              val(' '),
              'seen_at',
              'stamp',
              cast<string>('answers', 'text'),
              cast<string>('replies', 'text'),
            ]).as('own'),
          )
          .whereRef('letter_reads.host_id', '=', 'families.host_id')
          .whereRef('letter_reads.family_id', '=', 'families.id')
          .where('letter_reads.year_month', '=', yearMonth)
          .as('seen'),
      ])
      .where('families.token', '=', familyToken),
);

/** How often a family has answered the letters of some months, and replies to it changed. */
const findAnswersCount = findPrepared(
  (
    db,
    familyToken: Expression<string>,
    first: Expression<YearMonth>,
    last: Expression<YearMonth>,
  ) =>
    db
      .selectFrom('families')
      .innerJoin('letter_reads', ofOneHost('letter_reads.family_id', 'families.id'))
      .select(({ fn, eb }) =>
        fn.sum<number>(eb('letter_reads.answers', '+', eb.ref('letter_reads.replies'))).as('count'),
      )
      .where('families.token', '=', familyToken)
      .where('letter_reads.year_month', '>=', first)
      .where('letter_reads.year_month', '<=', last),
);

export interface LetterViewer
  extends Viewer, Pick<Link, 'hostId' | 'residentName' | 'earlyLook' | 'lastWords' | 'awaySince'> {
  /** Shows the current month as it will be when complete. */
  seesFinished?: true;
}

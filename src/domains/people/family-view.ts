import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import { formatMonthFrom } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { toldFamily } from './family-facts.ts';
import type { FamilyEntry } from './family-list.ts';
import { troubleOf } from './family-list.ts';
import type { FamilyRow } from './family-rows.ts';
import type { Family } from './family.ts';
import type { LifeState } from './life.ts';
import { lifeStateOf } from './life.ts';

/** What is stored, as clients know it. */
export const waysOf = (
  row: Pick<FamilyRow, 'by_line' | 'delivery' | 'line_count' | 'also_by_mail'>,
) => ({
  delivery: isOn(row.by_line) ? ('line' as const) : row.delivery,
  lineCount: row.line_count ?? 0,
  alsoByMail: isOn(row.also_by_mail),
});

/** Also beside LINE. */
export const getsMail = (row: Parameters<typeof waysOf>[0]): boolean => {
  const { delivery, alsoByMail } = waysOf(row);
  return delivery === 'email' || (delivery === 'line' && alsoByMail);
};

export function toEntry(
  rt: Runtime,
  row: FamilyRow,
  undelivered: ReadonlySet<string>,
): FamilyEntry {
  const family = toFamily(rt, row);
  const parked = parkedOf(row);
  const today = civilDateOf(rt.clock.now());
  const state = residentStateOf(row, today);
  return {
    family,
    resident: {
      id: row.resident_id,
      name: row.resident_name,
      nameKana: row.resident_name_kana,
      room: row.resident_room || null,
      state,
    },
    tokens: { residentToken: row.resident_token, familyToken: row.token },
    wish: wishOf(row, yearMonthOf(today)),
    hasStopped: row.stopped_at !== null,
    trouble: state === 'died' ? null : troubleOf(family, undelivered, parked),
    parked,
  };
}

/** The state of a family's resident. */
export const residentStateOf = (
  row: Pick<FamilyRow, 'resident_away_since' | 'resident_left_on' | 'resident_died_on'>,
  today: CivilDate,
): LifeState =>
  lifeStateOf(
    {
      awaySince: row.resident_away_since,
      leftOn: row.resident_left_on,
      diedOn: row.resident_died_on,
    },
    today,
  );

const parkedOf = ({ returned_at: at, returned_kind: kind, returned_words: words }: FamilyRow) =>
  at === null || kind === null ? null : { at, kind, words: words ?? '' };

const OF_SPAM =
  'このご家族のメールソフトで、迷惑メールに入れられたようです。ご家族がまた選ばれるまで、メールはお送りしません';

function wishOf(
  { paused_until: until, stopped_at: stoppedAt, returned_kind: kind }: FamilyRow,
  month: YearMonth,
): string | null {
  if (until !== null && until > month) {
    return `ご家族のご希望で、${formatMonthFrom(month, addMonths(until, -1))}号までお休みです`;
  }
  if (stoppedAt === null) return null;
  return kind === 'complaint' ? OF_SPAM : 'ご家族が、メールを止めています';
}

export const toFamily = ({ env }: Runtime, row: FamilyRow): Family => ({
  id: row.id,
  residentId: row.resident_id,
  residentName: row.resident_name,
  ...toldFamily(row),
  ...waysOf(row),
  familyToken: row.token,
  lettersUrl: `${env.PUBLIC_URL}${paths.letters({ residentToken: row.resident_token, familyToken: row.token })}`,
  lastReadAt: row.last_read_at,
  createdAt: row.created_at,
});

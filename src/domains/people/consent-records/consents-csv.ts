import type { ResidentLong } from '#domains/people/resident.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { toCsv } from '#lib/csv.ts';
import type { ConsentRow } from './consent-rows.ts';
import { ANSWER_LABELS, GIVER_WORDS, WAY_WORDS } from './consent-words.ts';

const HEADINGS = [
  ...['氏名', 'お返事', 'どなたから', 'お名前', '続柄', 'お返事の日', 'どのように'],
  ...['メモ', '記録した人', '記録した日', '確かめた日'],
];

const dayOf = (instant: string | null): string =>
  instant === null ? '' : civilDateOf(new Date(instant));

/** Every answer about photos, also those that no longer hold or wait (domain.md#consent). */
export function consentsCsv(
  residents: readonly ResidentLong[],
  consents: readonly ConsentRow[],
): string {
  const cells = (name: string) => (row: ConsentRow) => [
    name,
    ANSWER_LABELS[row.answer],
    row.given_by === null ? '' : GIVER_WORDS[row.given_by],
    row.by_name,
    row.relationship,
    row.answered_on ?? '',
    row.way === null ? '' : WAY_WORDS[row.way],
    row.note,
    row.recorder_name ?? '',
    dayOf(row.created_at),
    dayOf(row.confirmed_at),
  ];
  const byResident = Map.groupBy(consents, ({ resident_id }) => resident_id);
  return toCsv([
    HEADINGS,
    ...residents.flatMap(({ id, name }) => (byResident.get(id) ?? []).map(cells(name))),
  ]);
}

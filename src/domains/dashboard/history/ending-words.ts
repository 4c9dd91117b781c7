import type { AuditAction } from '#domains/audit/audit.ts';
import { formatEndingDay } from '#domains/facility/ending/ending.ts';
import { isCivilDate } from '#lib/calendar.ts';
import type { Entry, Facts } from './history.ts';
import { entries } from './history.ts';

const dayOf = ({ detail }: Facts): string =>
  isCivilDate(detail) ? formatEndingDay(detail) : detail;

const set = (f: Facts): string => `施設のご利用の最後の日を${dayOf(f)}にしました`;
const takenBack = (f: Facts): string => `${dayOf(f)}で終わることを取り消しました`;
const BY_OPERATOR = { kind: 'staff', by: '運営者' } as const;

/** Of a facility's last day. */
export const ENDING_WORDS = {
  ...entries({ kind: 'staff' })({
    'host.ending_set': set,
    'host.ending_taken_back': takenBack,
  }),
  ...entries({ kind: 'letter' })({
    'family.told_of_ending': (f) =>
      `ご家族 ${f.target}に、ご利用の終わりについてお知らせ済みにしました`,
    'family.telling_taken_back': (f) =>
      `ご家族 ${f.target}に、ご利用の終わりについてお知らせした印を、取り消しました`,
  }),
  ...entries(BY_OPERATOR)({
    'operator.ending_set': set,
    'operator.ending_taken_back': takenBack,
  }),
} satisfies Partial<Record<AuditAction, Entry>>;

import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { yearMonthText } from '#lib/input.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { listReturned } from './returned-rows.ts';
import { returnedWords } from './returned-words.ts';

const ReturnedSchema = z.object({
  familyId: z.string(),
  kind: z.enum(['hard', 'soft', 'ours', 'complaint', 'unclear', 'forwarded']),
  at: z.string(),
  words: z.string(),
});

/** What came back of a month's letters (contract.md#letters). */
export const returnedCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '1か月のお便りのうち、届かずに戻ってきたもの',
    guard: requireAdminStaff,
    input: z.object({ yearMonth: yearMonthText('お便りの月を指定してください。') }),
    output: z.object({ returned: z.array(ReturnedSchema) }),
    run: async ({ rt, actor, input }) => ({
      returned: await readReturned(rt, actor, requireMonth(rt, String(input.yearMonth))),
    }),
  }),
};

async function readReturned(
  { db }: Pick<Runtime, 'db'>,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<z.output<typeof ReturnedSchema>[]> {
  const rows = await listReturned(db, host.id, yearMonth);
  return rows.flatMap(({ familyId, kind, at, lastError }) =>
    kind === null || at === null
      ? []
      : [{ familyId, kind, at, words: lastError ?? `${returnedWords(kind, null)}。` }],
  );
}

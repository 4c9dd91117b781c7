import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { changeHandover, readHandoverList } from './letters-by-hand.ts';
import type { Handover } from './handover.ts';
import { HandoverInput, HandoverSchema } from './handover.ts';

const toOutput = ({ familyId, delivery, done }: Handover): z.output<typeof HandoverSchema> => ({
  familyId,
  delivery,
  done: done !== null,
  by: done?.by ?? null,
  at: done?.at ?? null,
});

const change = async (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  familyId: string,
  { done }: HandoverInput,
) => ({ handover: toOutput(await changeHandover(rt, actor, yearMonth, familyId, done)) });

const saving = {
  guard: requireAdminStaff,
  input: HandoverInput,
  output: z.object({ handover: HandoverSchema }),
};

const HANDOVER = asks.nothing('handover.done', 'handover.taken_back');

/** What admins may ask about letters that are handed over (contract.md#letters). */
export const handoverCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '1か月のお便りを、リンクや紙でお渡しするご家族',
    guard: requireAdminStaff,
    output: z.object({ handovers: z.array(HandoverSchema) }),
    run: async ({ rt, actor, id }) => {
      const list = await readHandoverList(rt, actor.host.id, requireMonth(rt, id));
      return { handovers: list.handovers.map(toOutput) };
    },
  }),
  save: defineCall(HANDOVER, {
    summary: 'お便りをお渡し済みにする、または取り消す',
    ...saving,
    run: ({ rt, actor, ids: [month = '', familyId = ''], input }) =>
      change(rt, actor, requireMonth(rt, month), familyId, input),
  }),
  saveLast: defineCall(HANDOVER, {
    summary: '最後にお届けしたお便りを、お渡し済みにする、または取り消す',
    ...saving,
    run: ({ rt, actor, id, input }) => change(rt, actor, monthToDeliver(rt.clock.now()), id, input),
  }),
};

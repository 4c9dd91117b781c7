import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { takeReturned } from '#domains/delivery/returned/take-returned.ts';
import { tokyo } from './delivery.ts';
import type { TestRuntime } from './runtime.ts';
import { sendDue } from './sender.ts';

export const SENTENCE = '550 5.1.1 User unknown';

/** The run of the 1st, and all its mails accepted. @returns who got one */
export async function runAndSend(rt: TestRuntime, day = '2026-11-01'): Promise<string[]> {
  rt.clock.set(tokyo(`${day}T09:00`));
  await runDeliveries(rt);
  return (await sendDue(rt)).flatMap(({ to }) => (to.startsWith('staff') ? [] : [to])).sort();
}

/** Letters of a family, the newest last. */
export const mailsOf = async (rt: TestRuntime, to: string): Promise<string[]> =>
  (
    await rt.db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', to)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

export const cameBack = (
  rt: TestRuntime,
  mailId: string,
  kind: Returned['kind'] = 'hard',
  more: Partial<Returned> = {},
) =>
  takeReturned(rt, {
    ...{ mailId, kind, enhanced: kind === 'hard' ? '5.1.1' : null, sentence: SENTENCE },
    at: rt.clock.now().toISOString(),
    ...more,
  });

/** The last mail to an address came back. */
export async function bounce(
  rt: TestRuntime,
  to: string,
  kind: Returned['kind'] = 'hard',
): Promise<string> {
  const id = (await mailsOf(rt, to)).at(-1) ?? '';
  return cameBack(rt, id, kind);
}

export const parkedOf = async (rt: TestRuntime, id: string) => {
  const row = await rt.db
    .selectFrom('families')
    .select(['returned_kind', 'stopped_at', 'delivery'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.returned_kind;
};

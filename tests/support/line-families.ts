import { makeLineCode } from '#domains/line/join-codes.ts';
import { insertAccount, updateByLine } from '#domains/line/line-rows.ts';
import { accountOf, takeWebhook } from '#domains/line/webhook.ts';
import { lineLane } from '#domains/line/work-off.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeWorker } from '#server/lane-worker.ts';
import type { Factory } from './factories.ts';
import { signLine, webhookBody, wrote } from './line-platform.ts';

/** LINE's platform posts these, and they are worked off. */
export async function receive(rt: Runtime, ...events: object[]): Promise<void> {
  const body = webhookBody(...events);
  await takeWebhook(rt, new TextEncoder().encode(body), signLine(body));
  await makeWorker(rt.log, [lineLane(rt)]).drain();
}

/** A family joins by a code from a page. */
export async function joinByLine(
  rt: Runtime,
  actor: Actor,
  familyId: string,
  userId: string,
): Promise<void> {
  const { code } = await makeLineCode(rt, actor, familyId, 'page');
  await receive(
    rt,
    wrote(userId, `お便りをLINEで受け取ります。\n${code}`, { at: rt.clock.now().getTime() }),
  );
}

/** The same in the database alone. */
export async function makeLineAccount(
  { db, clock }: Pick<Factory, 'db' | 'clock'>,
  family: { id: string; host_id: string },
  userId: string,
): Promise<void> {
  const { id: family_id, host_id } = family;
  const account = { account: accountOf(userId), user_id: userId };
  await insertAccount(db, {
    ...{ host_id, family_id, ...account },
    joined_at: clock.now().toISOString(),
  });
  await updateByLine(db, host_id, family_id, 1);
}

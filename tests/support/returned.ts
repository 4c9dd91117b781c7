import { beforeEach } from 'vitest';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { takeReturned } from '#domains/delivery/returned/take-returned.ts';
import { confirmAddress } from '#domains/people/confirm-address.ts';
import type { CastActor } from './cast.ts';
import { signedIn } from './cast.ts';
import type { Delivering } from './delivery.ts';
import { LONG_AGO, makeDelivering, tokyo } from './delivery.ts';
import { makeStaff } from './factories.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';
import { sendDue } from './sender.ts';

export const SENTENCE = '550 5.1.1 User unknown';
export const MONTH = 202610;
export const OLD = { created_at: LONG_AGO };

/** Of the test that runs. */
export let rt: TestRuntime;
export let facility: Delivering;
export let admin: CastActor;

/** A facility with families by mail, a minute before a delivery. */
export function facilityEachTest(): void {
  beforeEach(async () => {
    rt = await makeRuntime();
    rt.clock.set(tokyo('2026-10-20T09:00'));
    facility = await makeDelivering(rt, { months: [MONTH, 202611, 202612] });
    const staff = await makeStaff(rt, facility.hostId, { role: 'admin', ...OLD });
    rt.clock.set(tokyo('2026-11-01T08:59'));
    admin = await signedIn(rt, staff);
  });
}

export const idOf = (n: number): string => facility.familyIds[n] ?? '';

/** The run of the 1st, and all its mails accepted. @returns which families got one */
export async function runAndSend(day = '2026-11-01'): Promise<string[]> {
  rt.clock.set(tokyo(`${day}T09:00`));
  await runDeliveries(rt);
  return (await sentNow()).filter((to) => !to.startsWith('staff'));
}

/** What waits goes out. @returns to whom */
export const sentNow = async (): Promise<string[]> =>
  (await sendDue(rt)).map(({ to }) => to).sort();

/** Mails to an address, the newest last. */
export const mailsOf = async (to: string): Promise<string[]> =>
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
  mailId: string,
  kind: Returned['kind'] = 'hard',
  recipients: readonly string[] = [],
) =>
  takeReturned(rt, {
    recipients,
    ...{ mailId, kind, enhanced: kind === 'hard' ? '5.1.1' : null, sentence: SENTENCE },
    at: rt.clock.now().toISOString(),
  });

/** The last mail to an address came back. */
export const bounce = async (
  to: string,
  kind: Returned['kind'] = 'hard',
  recipients: readonly string[] = [],
) => cameBack((await mailsOf(to)).at(-1) ?? '', kind, recipients);

const findFamily = (id: string) =>
  rt.db
    .selectFrom('families')
    .select(['returned_kind', 'returned_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
export const parkedAs = async (id: string) => (await findFamily(id)).returned_kind;
export const sinceOf = async (id: string): Promise<string> =>
  (await findFamily(id)).returned_at ?? '';

/** An admin says that the address is right, having read of it just now. */
export const confirm = async (id: string): Promise<void> =>
  confirmAddress(rt, admin, { id, since: await sinceOf(id) });

/** On the page お届けの様子. */
export const stateOf = async (id: string, month = MONTH) =>
  (await readDeliveryPage(rt, admin, month)).families.find((one) => one.id === id);

/** Who is on the list of letters to hand over, by which way and why. */
export const handedOver = async (month = MONTH) =>
  (await readHandoverList(rt, facility.hostId, month)).handovers.map(
    ({ familyId, delivery, trouble }) => [familyId, delivery, trouble],
  );

/** What the history has, sorted, with families by number. */
export const events = async () =>
  (
    await rt.db
      .selectFrom('audit_logs')
      .select(['action', 'target', 'detail'])
      .where('action', 'in', [
        'delivery.came_back',
        'family.mail_returned',
        'delivery.sent_again',
        'family.address_confirmed',
      ])
      .execute()
  )
    .map(({ action, target, detail }) => [action, facility.familyIds.indexOf(target ?? ''), detail])
    .sort();

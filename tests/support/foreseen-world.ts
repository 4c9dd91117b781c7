import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import { hashToken } from '#server/secrets.ts';
import { tokyo } from './delivery.ts';
import { DAY, HOUR } from './clock.ts';
import {
  makeFamily,
  makeHost,
  makeLetter,
  makeNote,
  makeResident,
  makeSkipped,
} from './factories.ts';
import { makeItem } from './items.ts';
import { makeLineAccount } from './line-families.ts';
import { lineUser } from './line-platform.ts';
import type { Random } from './random.ts';
import type { TestRuntime } from './runtime.ts';
import { makeMailSender } from './sender.ts';

const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
export const FORESEEN = 202610;

/** What stays of a mail once it is sent does not say whose letters it brought. */
interface Sent {
  day: string;
  way: 'email' | 'line';
}

/** A facility before the 1st, with residents and families in all states. */
export async function makeForeseen(rt: TestRuntime, random: Random): Promise<{ hostId: string }> {
  rt.clock.set(tokyo(`2026-10-${random.int(10, 31)}T12:00:00`));
  const trial = random.chance(0.7)
    ? tokyo(
        random.pick(
          ['2026-10-31T23:00:00', '2026-11-01T09:00:00', '2026-11-01T09:00:01'].concat([
            '2026-11-02T08:00:00',
            '2026-11-02T22:00:00',
            '2026-11-03T12:00:00',
            '2026-12-01T00:00:00',
          ]),
        ),
      )
    : null;
  const continued = trial !== null && random.chance(0.2) ? rt.clock.now().toISOString() : null;
  const { id: hostId } = await makeHost(rt, {
    ...OLD,
    ...{ activated_at: OLD.created_at, trial_ends_at: trial, continued_at: continued },
  });
  if (random.chance(0.5)) {
    const hour = random.int(6, 21);
    const mail_enabled = random.chance(0.85) ? (1 as const) : (0 as const);
    await rt.db
      .insertInto('delivery_settings')
      .values({ host_id: hostId, hour, mail_enabled })
      .execute();
  }
  if (random.chance(0.8)) await makeLetter(rt, hostId, FORESEEN);
  if (random.chance(0.3)) {
    await makeItem(rt, hostId, { residentId: null, takenOn: '2026-10-05' });
  }
  const residents = random.int(1, 45);
  for (let n = 0; n < residents; n++) await makeOne(rt, random, hostId, n);
  await useTrial(rt, random, hostId);
  return { hostId };
}

async function makeOne(rt: TestRuntime, random: Random, hostId: string, n: number): Promise<void> {
  const resident = await makeResident(rt, hostId, { ...OLD, ...stateOf(random) });
  if (random.chance(0.3)) await makeNote(rt, resident, FORESEEN);
  if (random.chance(0.1)) await makeSkipped(rt, resident, FORESEEN);
  if (random.chance(0.2)) {
    await makeItem(rt, hostId, { residentId: resident.id, takenOn: '2026-10-07' });
  }
  const families = random.int(0, 3);
  for (let m = 0; m < families; m++) {
    const delivery = random.pick(['email', 'email', 'email', 'email', 'link', 'print'] as const);
    const own = `f${n}.${m}@example.jp`;
    const shared = random.pick(['many@example.jp', 'many+1@example.jp', 'two@example.jp']);
    const email = random.chance(0.05) ? null : random.chance(0.2) ? shared : own;
    const isByLine = random.chance(0.1);
    const family = await makeFamily(rt, resident, {
      ...{ ...OLD, delivery, email },
      also_by_mail: random.chance(0.5) ? 1 : 0,
    });
    if (isByLine) await makeLineAccount(rt, family, lineUser(random.int(1, 12)));
  }
}

function stateOf(random: Random) {
  const state = random.int(0, 19);
  if (state === 0) return { left_on: '2026-09-12' };
  if (state === 1) return { left_on: '2026-10-12' };
  if (state === 2) return { away_since: '2026-10-02' };
  if (state === 3) return { died_on: '2026-10-04', letters_end: '2026-10-01' };
  if (state === 4) {
    return { died_on: '2026-10-04', letters_end: '2026-10-01', last_letter: 1 as const };
  }
  return {};
}

/** Families that have answered before, and letters that wait for the first days already. */
async function useTrial(rt: TestRuntime, random: Random, hostId: string): Promise<void> {
  const families = await rt.db
    .selectFrom('families')
    .select(['id', 'email'])
    .where('host_id', '=', hostId)
    .execute();
  for (const { id, email } of families) {
    if (email === null || !random.chance(0.15)) continue;
    const key = { host_id: hostId, family_id: id, year_month: 202609 };
    const mailbox = hashToken(mailboxOf(email)).slice(0, 32);
    const created_at = tokyo('2026-10-01T09:00:00');
    await rt.db
      .insertInto('deliveries')
      .values({ ...key, outbox_id: null, mailbox, created_at, state: 'sent', sent_at: created_at })
      .execute();
    await rt.db
      .insertInto('letter_reads')
      .values({ ...key, seen_at: tokyo('2026-10-02T09:00:00'), stamp: null })
      .execute();
  }
  for (const day of ['2026-11-01', '2026-11-02']) {
    if (!random.chance(0.3)) continue;
    const letters = random.int(1, 20);
    const row = { host_id: hostId, day, mailbox: `before ${day}` };
    await rt.db
      .insertInto('trial_letters')
      .values({ ...row, letters, to_strangers: letters })
      .execute();
  }
}

/** Lives through the first days, hour by hour. @returns what was sent to each family, and when */
export async function liveThrough(
  rt: TestRuntime,
  random: Random,
  hostId: string,
): Promise<Map<string, Sent[]>> {
  const sent = new Map<string, Sent[]>();
  const note = async (mailId: string, way: Sent['way']): Promise<void> => {
    const rows = await rt.db
      .selectFrom('deliveries')
      .select('family_id')
      .where('host_id', '=', hostId)
      .where('outbox_id', '=', mailId)
      .execute();
    const one = { day: civilDateOf(rt.clock.now()), way };
    for (const { family_id: id } of rows) sent.set(id, [...(sent.get(id) ?? []), one]);
  };
  const line = { ...rt.line, kind: 'api', push: () => Promise.resolve() };
  const mailer = { ...rt.mailer, send: ({ id }: { id: string }) => note(id, 'email') };
  const sender = makeMailSender({ ...rt, mailer, line: line as never });
  const batch = random.pick([1, 3, 7, 1000]);
  rt.clock.set(tokyo('2026-10-31T23:00:00'));
  for (let hours = 0; hours < 6 * 24; hours++) {
    await runDeliveries(rt, { batch });
    await sender.drain();
    rt.clock.advance(HOUR);
  }
  const byLine = await rt.db
    .selectFrom('deliveries')
    .select(['family_id', 'sent_at'])
    .where('host_id', '=', hostId)
    .where('year_month', '=', FORESEEN)
    .where('account', '<>', '')
    .where('state', '=', 'sent')
    .execute();
  for (const { family_id: id, sent_at } of byLine) {
    const one = { day: civilDateOf(new Date(sent_at ?? DAY)), way: 'line' as const };
    sent.set(id, [...(sent.get(id) ?? []), one]);
  }
  return sent;
}

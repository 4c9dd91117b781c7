import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { signedIn } from '../support/cast.ts';
import type { Delivering } from '../support/delivery.ts';
import { lettersSent, mailbox, makeDelivering, tokyo } from '../support/delivery.ts';
import { makeFamily, makeHost, makeLetter, makeResident, makeStaff } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { takeLoggedErrors } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { inWords } from '../support/mailbox.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

const runAt = async (moment: string): Promise<void> => {
  rt.clock.set(tokyo(moment));
  await runDeliveries(rt);
};
const ALL = [`${mailbox(0)} 202610`, `${mailbox(1)} 202610`, `${mailbox(2)} 202610`];
const settings = (admin: Actor, change: Partial<typeof DEFAULT_SETTINGS>) =>
  saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, ...change });
const adminOf = async ({ hostId }: Delivering): Promise<Actor> =>
  signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
const changeFamilies = (set: object) => rt.db.updateTable('families').set(set);

describe('on the 1st', () => {
  test('each family gets its own link, at the hour and not before', async () => {
    await makeDelivering(rt);
    await runAt('2026-11-01T08:59:59');
    expect(await lettersSent(rt)).toEqual([]);
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual(ALL);
    const mails = inWords(await rt.db.selectFrom('outbox').selectAll().execute());
    const families = await rt.db.selectFrom('families').selectAll().execute();
    const { token } = await rt.db.selectFrom('residents').select('token').executeTakeFirstOrThrow();
    for (const family of families) {
      const mail = mails.find(({ recipient }) => recipient === family.email);
      const tokens = { residentToken: token, familyToken: family.token };
      expect(mail?.text).toContain(`${rt.env.PUBLIC_URL}${paths.letter(202610, tokens)}\n`);
      expect(mail?.text).toContain(`${family.name} 様`);
    }
    const deliveries = await rt.db.selectFrom('deliveries').select('outbox_id').execute();
    expect(deliveries.map((row) => row.outbox_id).sort()).toEqual(mails.map(({ id }) => id).sort());
  });

  test('once, however often and long it runs', async () => {
    await makeDelivering(rt);
    for (const moment of ['01T09:00:00', '01T09:00:15', '01T23:59:59', '02T09:00', '30T23:59:59']) {
      await runAt(`2026-11-${moment}`);
    }
    await Promise.all([runDeliveries(rt), runDeliveries(rt), runDeliveries(rt, { batch: 1 })]);
    expect(await lettersSent(rt)).toEqual(ALL);
  });

  test('twelve times a year, whatever the length of the months', async () => {
    const months = [202610, 202611, 202612, 202701, 202702, 202703];
    await makeDelivering(rt, { families: 1, months });
    for (
      let day = new Date(tokyo('2026-10-30T10:00'));
      day < new Date(tokyo('2027-05-02T00:00'));
    ) {
      rt.clock.set(day.toISOString());
      await runDeliveries(rt);
      day = new Date(day.getTime() + 86_400_000);
    }
    expect(await lettersSent(rt)).toEqual(months.map((month) => `${mailbox(0)} ${month}`));
  });

  test('a letter written in the last minute is included', async () => {
    const { hostId } = await makeDelivering(rt, { months: [] });
    await runAt('2026-11-01T08:59:00');
    await makeLetter(rt, hostId, 202610);
    await runAt('2026-11-01T09:00:10');
    expect(await lettersSent(rt)).toEqual(ALL);
  });
});

describe('families without mail', () => {
  test.each([
    ['by print', { delivery: 'print' as const }],
    ['by link', { delivery: 'link' as const }],
    ['without an address', { email: null }],
    ['with an empty address', { email: '' }],
    ['added since', { created_at: tokyo('2026-11-01T09:00:01') }],
  ])('a family %s', async (_name, set) => {
    await makeDelivering(rt);
    await changeFamilies(set).where('email', '=', mailbox(1)).execute();
    await runAt('2026-11-12T12:00:00');
    expect(await lettersSent(rt)).toEqual([ALL[0], ALL[2]]);
  });

  test.each([
    ['left in September', { left_on: '2026-09-30' }, []],
    ['left in October', { left_on: '2026-10-01' }, ALL],
  ])('a family whose resident %s', async (_name, set, expected) => {
    await makeDelivering(rt);
    await rt.db.updateTable('residents').set(set).execute();
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual(expected);
  });

  test('a family without a letter: no text and no photo that it may see', async () => {
    const { hostId, residentId } = await makeDelivering(rt, { months: [202609, 202611] });
    const other = await makeResident(rt, hostId);
    await makeItem(rt, hostId, { residentId: other.id, takenOn: '2026-10-05' });
    await makeItem(rt, hostId, { residentId, takenOn: '2026-11-01' });
    await makeItem(rt, hostId, { residentId, takenOn: '2026-10-31' });
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual([]);
  });

  test.each([
    ['its own', false],
    ["the facility's", true],
  ])('but one photo is enough: %s', async (_name, isShared) => {
    const { hostId, residentId } = await makeDelivering(rt, { months: [] });
    await makeItem(rt, hostId, { residentId: isShared ? null : residentId, takenOn: '2026-10-31' });
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual(ALL);
  });
});

describe('after the 1st', () => {
  test('a server that was down catches up when it starts', async () => {
    await makeDelivering(rt);
    await runAt('2026-11-28T03:00:00');
    expect(await lettersSent(rt)).toEqual(ALL);
  });

  test('one that was down for months sends the newest letter only', async () => {
    await makeDelivering(rt, { months: [202608, 202609, 202610] });
    await runAt('2026-11-05T08:59:00');
    expect(await lettersSent(rt)).toEqual(ALL);
  });

  test('neither another hour nor another way of delivery sends a second mail', async () => {
    const facility = await makeDelivering(rt);
    await changeFamilies({ delivery: 'link' }).where('email', '=', mailbox(2)).execute();
    const admin = await adminOf(facility);
    await runAt('2026-11-01T09:00:00');
    await settings(admin, { hour: 18 });
    await changeFamilies({ delivery: 'email' }).execute();
    for (const moment of ['01T17:59:00', '01T18:00:00', '03T09:00:00']) {
      await runAt(`2026-11-${moment}`);
    }
    expect(await lettersSent(rt)).toEqual(ALL.slice(0, 2));
  });

  test('mails switched off at that hour and on again later: none automatically', async () => {
    const facility = await makeDelivering(rt, { months: [202610, 202611] });
    const admin = await adminOf(facility);
    await settings(admin, { mailEnabled: false });
    await runAt('2026-11-01T09:00:00');
    await settings(admin, { mailEnabled: true });
    await runAt('2026-11-05T09:00:00');
    expect(await lettersSent(rt)).toEqual([]);
    await runAt('2026-12-01T09:00:00');
    expect(await lettersSent(rt)).toEqual(ALL.map((line) => line.replace('10', '11')));
  });

  test('a facility that starts on the 15th, or whose trial is over, mails no earlier letter', async () => {
    const began = {
      activated_at: tokyo('2026-11-15T10:00'),
      created_at: tokyo('2026-10-01T10:00'),
    };
    const over = {
      activated_at: '2026-09-01T00:00:00.000Z',
      trial_ends_at: tokyo('2026-10-31T23:00'),
    };
    for (const dates of [began, over]) {
      const host = await makeHost(rt, dates);
      const resident = await makeResident(rt, host.id);
      const created_at = tokyo('2026-10-02T10:00');
      await makeFamily(rt, resident, { email: mailbox(9), delivery: 'email', created_at });
      await makeLetter(rt, host.id, 202610);
    }
    await runAt('2026-11-15T10:00:30');
    await rt.db.updateTable('hosts').set({ trial_ends_at: null }).execute();
    await runAt('2026-11-16T09:00:00');
    expect(await lettersSent(rt)).toEqual([]);
  });

  test('a clock that was months ahead for a while has settled nothing', async () => {
    await makeDelivering(rt);
    await runAt('2027-02-10T12:00:00');
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual(ALL);
    await makeLetter(
      rt,
      (await rt.db.selectFrom('hosts').select('id').executeTakeFirstOrThrow()).id,
      202701,
    );
    await runAt('2027-02-01T09:00:00');
    expect(await lettersSent(rt)).toHaveLength(6);
  });
});

test('the rest follows after an interruption, unless mails were switched off', async () => {
  await makeDelivering(rt, { families: 7 });
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
  let looks = 0;
  await runDeliveries(rt, { batch: 2, isStopped: () => ++looks > 2 });
  expect(await lettersSent(rt)).toHaveLength(4);
  await runAt('2026-11-02T01:00:00');
  expect(await lettersSent(rt)).toHaveLength(7);
  await runAt('2026-11-03T01:00:00');
  expect(await lettersSent(rt)).toHaveLength(7);
  const other = await makeDelivering(rt, { families: 5 });
  looks = 0;
  await runDeliveries(rt, { batch: 2, isStopped: () => ++looks > 1 });
  await settings(await adminOf(other), { mailEnabled: false });
  await runDeliveries(rt);
  expect(await lettersSent(rt)).toHaveLength(9);
});

test('a failing facility delays no other', async () => {
  await makeDelivering(rt, { families: 2 });
  await makeDelivering(rt, { families: 2 });
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await runDeliveries({ ...rt, db: failOnce() });
  expect(takeLoggedErrors()).toMatchObject([{ err: { message: 'disk trouble' } }]);
  expect(await lettersSent(rt)).toHaveLength(2);
  await runDeliveries(rt);
  expect(await lettersSent(rt)).toHaveLength(4);
});

/** A database whose first transaction fails. */
function failOnce(): TestRuntime['db'] {
  let turns = 0;
  return new Proxy(rt.db, {
    get(target, name) {
      if (name === 'transaction' && turns++ === 0) {
        return () => ({ execute: () => Promise.reject(new Error('disk trouble')) });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

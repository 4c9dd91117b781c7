import { beforeEach, expect, test } from 'vitest';
import { changeHandover } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { paths } from '#lib/paths.ts';
import { signedIn } from '../support/cast.ts';
import { lettersSent, makeDelivering, tokyo } from '../support/delivery.ts';
import { makeFamily, makeResident, makeStaff } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { inWords } from '../support/mailbox.ts';

const HOME = { postcode: '1040061', pref: '東京都', city: '中央区', street: '1-2-3' };
const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
let rt: TestRuntime;
let hostId: string;
let admin: Awaited<ReturnType<typeof makeStaff>>;

/** Two families by mail, one by link, two on paper; two admins and a carer. */
beforeEach(async () => {
  rt = await makeRuntime();
  const facility = await makeDelivering(rt, { families: 2 });
  ({ hostId } = facility);
  const resident = await makeResident(rt, hostId, OLD);
  await makeFamily(rt, resident, { ...OLD, name: '山田 桜' });
  for (const name of ['林 実', '森 緑']) {
    await makeFamily(rt, resident, { ...OLD, ...HOME, name, delivery: 'print' });
  }
  admin = await makeStaff(rt, hostId, { role: 'admin', email: 'a@example.jp', name: '高橋 恵' });
  await makeStaff(rt, hostId, { role: 'admin', email: 'b@example.jp' });
  await makeStaff(rt, hostId, { role: 'general' });
  await makeStaff(rt, hostId, { role: 'admin', email: 'c@example.jp', confirmed_at: null });
});

const runAt = async (moment: string): Promise<void> => {
  rt.clock.set(tokyo(moment));
  await runDeliveries(rt);
};
const mails = async () =>
  inWords(
    await rt.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'handover')
      .orderBy('recipient')
      .execute(),
  );
const told = async () => (await mails()).map(({ recipient, subject }) => `${recipient} ${subject}`);
const subject = (left: number) => `【ひだまりの家】10月号を、${left}家族にお渡しください`;
const BOTH = [`a@example.jp ${subject(3)}`, `b@example.jp ${subject(3)}`];
const setFamilies = (set: object) => rt.db.updateTable('families').set(set);

test('admins are told at the hour, once, however often it runs', async () => {
  await runAt('2026-11-01T08:59:59');
  expect(await told()).toEqual([]);
  for (const moment of ['01T09:00:00', '01T09:00:15', '02T09:00', '30T23:59:59']) {
    await runAt(`2026-11-${moment}`);
  }
  await Promise.all([runDeliveries(rt), runDeliveries(rt), runDeliveries(rt, { batch: 1 })]);
  expect(await told()).toEqual(BOTH);
  expect(await lettersSent(rt)).toHaveLength(2);
  const [mail] = await mails();
  expect(mail?.text).toContain('高橋 恵 様');
  expect(mail?.text).toContain('リンクでお渡しするご家族が1家族、印刷してお渡しするご家族が2家族');
  expect(mail?.text).toContain(`${rt.env.PUBLIC_URL}${paths.adminHandovers(202610)}?show=left\n`);
});

test('those who were given theirs already are not counted', async () => {
  rt.clock.set(tokyo('2026-11-01T07:00:00'));
  const actor = await signedIn(rt, admin);
  const { id } = await setFamilies({})
    .set({ name: '林 実' })
    .where('name', '=', '林 実')
    .returning('id')
    .executeTakeFirstOrThrow();
  await changeHandover(rt, actor, 202610, id, true);
  await runAt('2026-11-01T09:00:00');
  expect(await told()).toEqual([`a@example.jp ${subject(2)}`, `b@example.jp ${subject(2)}`]);
});

test.each([
  [
    'all families get mail',
    () => setFamilies({ delivery: 'email', email: 'x@example.jp' }).execute(),
  ],
  ['there is no letter', () => rt.db.deleteFrom('letters').execute()],
  ['the trial is over', () => endTrial()],
  [
    'the facility has no admin',
    () => rt.db.updateTable('staffs').set({ role: 'general' }).execute(),
  ],
])('nobody is told where %s, nor later', async (_where, prepare) => {
  await prepare();
  await runAt('2026-11-01T09:00:00');
  expect(await told()).toEqual([]);
  await setFamilies({ delivery: 'link' }).execute();
  await rt.db.updateTable('hosts').set({ trial_ends_at: null }).execute();
  await runAt('2026-11-01T12:00:00');
  expect(await told()).toEqual([]);
});

const endTrial = () =>
  rt.db
    .updateTable('hosts')
    .set({ trial_ends_at: tokyo('2026-10-31T00:00:00') })
    .execute();

test('a trial that goes on tells its admins, whose addresses are confirmed', async () => {
  await rt.db
    .updateTable('hosts')
    .set({ trial_ends_at: tokyo('2026-11-20T00:00:00') })
    .execute();
  await runAt('2026-11-01T09:00:00');
  expect(await told()).toEqual(BOTH);
});

test('also where mails to families are off, at the hour that is set', async () => {
  await rt.db
    .insertInto('delivery_settings')
    .values({ host_id: hostId, mail_enabled: 0, hour: 15 })
    .execute();
  await runAt('2026-11-01T14:59:59');
  expect(await told()).toEqual([]);
  await runAt('2026-11-01T15:00:00');
  await runAt('2026-11-01T15:00:15');
  expect(await told()).toEqual(BOTH);
  expect(await lettersSent(rt)).toEqual([]);
});

test('a server that was down tells them when it starts', async () => {
  await runAt('2026-11-05T03:00:00');
  expect(await told()).toEqual(BOTH);
});

test('a clock that ran ahead tells them no second time', async () => {
  await runAt('2026-11-01T09:00:00');
  await runAt('2026-12-01T09:00:00');
  await runAt('2026-11-03T09:00:00');
  await runAt('2026-12-01T09:00:00');
  expect(await told()).toEqual(BOTH);
});

test('each month anew', async () => {
  await runAt('2026-11-01T09:00:00');
  await rt.db.updateTable('letters').set({ year_month: 202611 }).execute();
  await runAt('2026-12-01T09:00:00');
  expect(await told()).toHaveLength(4);
});

import { describe, expect, test } from 'vitest';
import { isAllDone, tasksLeft } from '#domains/dashboard/dashboard.ts';
import { changeAnswer } from '#domains/letter/answer/staff-answers.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { VARIANTS_JOB } from '#domains/photo/take-in-photo.ts';
import { newId } from '#server/secrets.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { NOON } from '../support/clock.ts';
import { makeAnswer, makeFamily, makeLetter, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { makeMail } from '../support/mailbox.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { jpeg } from '../support/pictures.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';

castEachTest(['admin']);

const read = (actor = admin) => readDashboard(rt, actor);
/** Every letter of the month. */
const checkAll = async () => {
  for (const { id } of [cast.resident, cast.neighbour]) {
    await checkWithNote(rt, admin, 202610, id, { checked: true });
  }
};
const family = (more: Parameters<typeof makeFamily>[2]) => makeFamily(rt, cast.resident, more);

describe('the next delivery', () => {
  test.each([
    ['2026-10-31T14:59:59Z', '2026-11-01'],
    ['2026-10-31T15:00:00Z', '2026-12-01'],
    ['2026-12-31T03:00:00Z', '2027-01-01'],
  ])('at %s is on %s', async (now, deliveryDay) => {
    rt.clock.set(now);
    expect(await read()).toMatchObject({ deliveryDay });
  });
});

describe('open tasks', () => {
  test('at first: no greeting, no photos', async () => {
    const dashboard = await read();
    expect(dashboard.letter).toMatchObject({ yearMonth: 202610, version: 0, body: '' });
    expect(dashboard.withoutPhotos).toMatchObject({ count: 2 });
    expect(dashboard.residentsCount).toBe(2);
    expect(isAllDone(dashboard)).toBe(false);
  });

  test('disappear one by one, in order, until all is done', async () => {
    rt.clock.set('2026-10-22T03:00:00Z');
    const left = async () => tasksLeft(await read());
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-10-02' });
    expect(await left()).toEqual(['greeting', 'photos', 'checks']);
    await makeLetter(rt, cast.host.id, 202610);
    expect(await left()).toEqual(['photos', 'checks']);
    await makeItem(rt, cast.host.id, { residentId: cast.neighbour.id, takenOn: '2026-10-02' });
    expect(await left()).toEqual(['checks']);
    await checkAll();
    expect(await left()).toEqual([]);
    expect(isAllDone(await read())).toBe(true);
  });

  test('ask for checks in the last ten days of the month, and are not done before', async () => {
    await makeLetter(rt, cast.host.id, 202610);
    for (const { id } of [cast.resident, cast.neighbour]) {
      await makeItem(rt, cast.host.id, { residentId: id, takenOn: '2026-10-02' });
    }
    for (const [now, left] of [
      ['2026-10-21T14:59:59Z', []],
      ['2026-10-21T15:00:00Z', ['checks']],
      ['2026-10-31T14:59:59Z', ['checks']],
    ] as const) {
      rt.clock.set(now);
      expect([tasksLeft(await read()), isAllDone(await read())]).toEqual([left, false]);
    }
  });

  test('begin with the letters of last month that nobody has handed over', async () => {
    await makeLetter(rt, cast.host.id, 202609);
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-09-02' });
    expect(tasksLeft(await read())[0]).toBe('handOver');
  });

  test('of a facility that is being set up are only those it has begun', async () => {
    expect(tasksLeft(await read())).toEqual([]);
    expect(isAllDone(await read())).toBe(false);
  });

  test('a long list is cut and shows the total', async () => {
    for (let n = 0; n < 24; n++) await makeResident(rt, cast.host.id);
    const { withoutPhotos } = await read();
    expect([withoutPhotos.first.length, withoutPhotos.count]).toEqual([24, 26]);
  });
});

describe('families without a way of delivery', () => {
  test('are those whose mail or print has no address', async () => {
    const unreached = [
      await family({ name: 'メール なし', delivery: 'email' }),
      await family({ name: '住所 なし', delivery: 'print' }),
      await family({ name: '市 なし', delivery: 'print', pref: '東京都' }),
    ];
    await family({ delivery: 'email', email: 'a@example.jp' });
    await family({ delivery: 'print', pref: '東京都', city: '中央区' });
    const dashboard = await read();
    expect(dashboard.unreached.first.map(({ id }) => id).sort()).toEqual(
      unreached.map(({ id }) => id).sort(),
    );
    expect(dashboard.unreached.first[0]?.residentName).toBe(cast.resident.name);
    expect(dashboard.families).toEqual({ email: 2, link: 2, print: 3, line: 0 });
  });

  test('are not of residents who left, nor of another facility', async () => {
    await family({ delivery: 'email' });
    await makeFamily(rt, cast.foreignResident, { delivery: 'email' });
    expect((await read()).unreached.count).toBe(1);
    await rt.db.updateTable('residents').set({ left_on: '2026-09-30' }).execute();
    expect(await read()).toMatchObject({ unreached: { count: 0 }, families: { link: 0 } });
  });

  test('a resident without a known family is listed separately', async () => {
    const { id, name } = await makeResident(rt, cast.host.id, { name: '独り' });
    expect((await read()).withoutFamily).toEqual({ first: [{ id, name }], count: 1 });
  });

  test('with mails off, no family is reached by mail', async () => {
    await makeLetter(rt, cast.host.id, 202610);
    for (const { id } of [cast.resident, cast.neighbour]) {
      await makeItem(rt, cast.host.id, { residentId: id, takenOn: '2026-10-02' });
    }
    await checkAll();
    const settings = { host_id: cast.host.id, mail_enabled: 0 as const, hour: 17 };
    await rt.db.insertInto('delivery_settings').values(settings).execute();
    expect(await read()).toMatchObject({
      isMailOff: true,
      outlook: { outcome: 'off', at: new Date('2026-11-01T08:00:00.000Z') },
    });
    expect(isAllDone(await read())).toBe(true);
    await family({ delivery: 'email', email: 'a@example.jp' });
    expect(isAllDone(await read())).toBe(false);
  });
});

test("failed mails and photos are one's own facility's", async () => {
  await makeMail(rt, { hostId: cast.host.id });
  await rt.db.updateTable('outbox').set({ state: 'failed' }).execute();
  const job = { kind: VARIANTS_JOB, run_at: NOON, created_at: NOON, last_error: null };
  await rt.db
    .insertInto('jobs')
    .values({ ...job, id: newId(), host_id: cast.host.id, payload: '{}', state: 'failed' })
    .execute();
  expect(await read()).toMatchObject({ failedMails: { count: 1 }, failedPhotos: { count: 1 } });
  const other = await read(await signedIn(rt, cast.otherAdmin));
  expect(other).toMatchObject({ failedMails: { count: 0 }, failedPhotos: { count: 0 } });
});

describe('the storage used', () => {
  const summed = async (hostId: string) =>
    (await rt.db.selectFrom('blob_files').selectAll().where('host_id', '=', hostId).execute())
      .map(({ byte_size }) => byte_size)
      .reduce((sum, bytes) => sum + bytes, 0);

  test('is the sum of all files of the facility after any change', async () => {
    expect((await read()).storedBytes).toBe(0);
    const bytes = await jpeg({ width: 800, height: 600 });
    await uploadPhoto(rt, admin, { residentId: null, takenOn: '2026-10-02', bytes });
    await drainJobs(rt);
    const all = await summed(cast.host.id);
    expect(all).toBeGreaterThan(1000);
    expect((await read()).storedBytes).toBe(all);
    await rt.db.updateTable('blob_files').set({ byte_size: 7 }).execute();
    expect((await read()).storedBytes).toBe(await summed(cast.host.id));
    await rt.db.deleteFrom('blob_files').where('name', '=', 'master.jpg').execute();
    expect((await read()).storedBytes).toBe(await summed(cast.host.id));
    expect((await read(await signedIn(rt, cast.otherAdmin))).storedBytes).toBe(0);
  });
});

test("a full disk is shown as soon as it refuses the facility's photos", async () => {
  expect(await read()).toMatchObject({ isDiskFull: false });
  rt.blobs.roomForTrials = () => Promise.resolve(MAX_UPLOAD_BYTES - 1);
  expect(await read()).toMatchObject({ isDiskFull: false });
  const trial = { trial_ends_at: '2026-11-01T00:00:00.000Z' };
  await rt.db.updateTable('hosts').set(trial).where('id', '=', cast.host.id).execute();
  expect(await read()).toMatchObject({ isDiskFull: true });
  const other = await signedIn(rt, cast.otherAdmin);
  expect(await read(other)).toMatchObject({ isDiskFull: false });
  rt.blobs.room = () => Promise.resolve(MAX_UPLOAD_BYTES - 1);
  expect(await read(other)).toMatchObject({ isDiskFull: true });
  expect(isAllDone(await read(other))).toBe(false);
});

describe("families' words", () => {
  const answer = async (month: number) => {
    const own = await family({ name: '田中 花' });
    return makeAnswer(rt, own, { year_month: month });
  };

  test('stand there, of any month, until somebody has passed them on or hidden them', async () => {
    const old = await answer(202603);
    const newer = await answer(202609);
    const shown = async () => (await read()).answers;
    expect((await shown()).count).toBe(2);
    rt.clock.set('2027-02-03T03:00:00.000Z');
    expect((await shown()).first.map(({ id }) => id).sort()).toEqual([old.id, newer.id].sort());
    await changeAnswer(rt, admin, old.id, { passedOn: true });
    expect((await shown()).first.map(({ id }) => id)).toEqual([newer.id]);
    await changeAnswer(rt, admin, old.id, { passedOn: false });
    await changeAnswer(rt, admin, newer.id, { hidden: true });
    expect(await shown()).toMatchObject({ count: 1, first: [{ id: old.id, yearMonth: 202603 }] });
  });

  test('are the newest few, and counted whole', async () => {
    for (let n = 0; n < 7; n++) await answer(202609);
    const { answers } = await read();
    expect([answers.first.length, answers.count]).toEqual([5, 7]);
  });
});

describe('what is announced', () => {
  test('of a trial that is over by then is nothing, from the first day of the month on', async () => {
    await family({ delivery: 'email', email: 'a@example.jp' });
    await makeLetter(rt, cast.host.id, 202610);
    const trial = { trial_ends_at: '2026-10-31T03:00:00.000Z' };
    await rt.db.updateTable('hosts').set(trial).where('id', '=', cast.host.id).execute();
    rt.clock.set('2026-10-02T03:00:00.000Z');
    const { outlook } = await read();
    expect(outlook).toMatchObject({ outcome: 'inactive', days: [] });
    const continued = { continued_at: '2026-10-20T03:00:00.000Z' };
    await rt.db.updateTable('hosts').set(continued).where('id', '=', cast.host.id).execute();
    const { outlook: after } = await read();
    expect(after?.days.map(({ day }) => day)).toEqual(['2026-11-01']);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { forgetDeliveryWaits } from '#domains/delivery/late-letters.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import { storeAway } from '#lib/errors.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { signedIn } from '../support/cast.ts';
import { HOUR } from '../support/clock.ts';
import type { Delivering } from '../support/delivery.ts';
import { lettersSent, mailbox, makeDelivering, tokyo } from '../support/delivery.ts';
import {
  makeFamily,
  makeSkipped,
  makeLetter,
  makeNote,
  makeResident,
  makeStaff,
} from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
let facility: Delivering;
beforeEach(async () => {
  rt = await makeRuntime();
  rt.clock.set(tokyo('2026-10-30T10:00'));
  facility = await makeDelivering(rt, { months: [] });
});

const runAt = async (moment: string): Promise<void> => {
  rt.clock.set(tokyo(moment));
  await runDeliveries(rt);
};
const ALL = [0, 1, 2].map((n) => `${mailbox(n)} 202610`);
const items = () => rt.db.updateTable('items');
const residents = (set: object) => rt.db.updateTable('residents').set(set).execute();
const blobs = (state: 'accepted' | 'ready') => rt.db.updateTable('blobs').set({ state }).execute();
const addPhoto = (options: object = {}) =>
  makeItem(rt, facility.hostId, {
    residentId: facility.residentId,
    takenOn: '2026-10-05',
    ...options,
  });
const setBack = () => rt.db.updateTable('letter_checks').set({ held_back: null }).execute();
const resident = async () =>
  rt.db.selectFrom('residents').selectAll().limit(1).executeTakeFirstOrThrow();
const countWaits = async () =>
  (await rt.db.selectFrom('delivery_waits').selectAll().execute()).length;

describe('a letter whose photos are not ready at the hour', () => {
  beforeEach(async () => {
    const actor = await signedIn(rt, await makeStaff(rt, facility.hostId));
    const photo = { residentId: facility.residentId, takenOn: '2026-10-29' };
    await uploadPhoto(rt, actor, photo);
  });

  test('since other photos are decoded first: each family gets its one mail that day', async () => {
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual([]);
    await drainJobs(rt);
    await runAt('2026-11-01T09:00:15');
    expect(await lettersSent(rt)).toEqual(ALL);
    for (const moment of ['01T09:00:30', '01T23:59:59', '02T09:00:00']) {
      await runAt(`2026-11-${moment}`);
    }
    expect(await lettersSent(rt)).toEqual(ALL);
    expect(await countWaits()).toBe(0);
  });

  test('since the store is away for hours', async () => {
    const away = { ...rt, images: { ...rt.images, variants: () => Promise.reject(storeAway()) } };
    const worker = makeJobWorker({ ...rt, handlers: photoJobs(away) });
    for (const hour of ['08', '09', '11', '13']) {
      rt.clock.set(tokyo(`2026-11-01T${hour}:00:00`));
      await worker.drain();
      await runDeliveries(rt);
    }
    expect(await lettersSent(rt)).toEqual([]);
    rt.clock.advance(HOUR);
    await drainJobs(rt);
    await runDeliveries(rt);
    expect(await lettersSent(rt)).toEqual(ALL);
  });

  test('nor before midnight: it is left to the admins', async () => {
    await runAt('2026-11-01T09:00:00');
    await drainJobs(rt);
    await runAt('2026-11-02T00:00:00');
    expect(await lettersSent(rt)).toEqual([]);
    rt.clock.set(tokyo('2026-12-01T00:00:00'));
    await forgetDeliveryWaits(rt);
    expect(await countWaits()).toBe(0);
  });

  test('when a server that was down catches up: the day of that', async () => {
    await runAt('2026-11-04T07:00:00');
    await drainJobs(rt);
    await runAt('2026-11-04T07:00:15');
    expect(await lettersSent(rt)).toEqual(ALL);
  });
});

describe('a letter becomes one on the 1st', () => {
  const WAYS: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
    'by words': [() => Promise.resolve(), () => makeLetter(rt, facility.hostId, 202610)],
    'by a note': [() => Promise.resolve(), async () => makeNote(rt, await resident(), 202610)],
    'by a photo of the facility': [() => Promise.resolve(), () => addPhoto({ residentId: null })],
    'by an answer about its month': [
      () => addPhoto({ isHeld: true }),
      () => items().set({ held: 0 }).execute(),
    ],
    'by letting a photo in': [
      () => addPhoto({ isLeftOut: true }),
      () => items().set({ left_out: 0 }).execute(),
    ],
    'by a photo that is ready, while the resident is away': [
      async () => {
        await residents({ away_since: '2026-10-12' });
        await makeLetter(rt, facility.hostId, 202610);
        await addPhoto({ state: 'accepted' });
      },
      () => blobs('ready'),
    ],
    "by an admin's answer": [
      async () => {
        await addPhoto();
        await residents({ photo_consent: 0, photos_hidden: 1 });
      },
      () => residents({ photos_hidden: 0 }),
    ],
  };
  test.each(Object.entries(WAYS))('%s', async (_way, [before, becomes]) => {
    await before();
    await runAt('2026-11-01T09:00:00');
    expect(await lettersSent(rt)).toEqual([]);
    await becomes();
    await runAt('2026-11-01T23:59:45');
    expect(await lettersSent(rt)).toEqual(ALL);
  });
});

describe('nobody else is mailed later that day', () => {
  const KEPT: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
    skipped: [async () => makeSkipped(rt, await resident(), 202610), setBack],
    away: [() => residents({ away_since: '2026-10-12' }), () => residents({ away_since: null })],
    left: [() => residents({ left_on: '2026-09-12' }), () => residents({ left_on: null })],
    dead: [
      () => residents({ died_on: '2026-10-12', letters_end: '2026-10-01' }),
      () => residents({ died_on: null, letters_end: null }),
    ],
    'by link': [
      () => rt.db.updateTable('families').set({ delivery: 'link' }).execute(),
      () => rt.db.updateTable('families').set({ delivery: 'email' }).execute(),
    ],
    'without an address': [
      () => rt.db.updateTable('families').set({ email: null }).execute(),
      () =>
        rt.db
          .updateTable('families')
          .set({ email: mailbox(0) })
          .execute(),
    ],
  };
  test.each(Object.entries(KEPT))('%s at the hour', async (_what, [keep, release]) => {
    await makeLetter(rt, facility.hostId, 202610);
    await keep();
    await runAt('2026-11-01T09:00:00');
    await release();
    await addPhoto();
    await runAt('2026-11-01T10:00:00');
    expect(await lettersSent(rt)).toEqual([]);
  });

  test('whose letter is kept back meanwhile', async () => {
    await runAt('2026-11-01T09:00:00');
    await makeSkipped(rt, await resident(), 202610);
    await addPhoto();
    await runAt('2026-11-01T10:00:00');
    expect(await lettersSent(rt)).toEqual([]);
  });

  test('who was added since, or is of a facility whose mails are off', async () => {
    await rt.db
      .updateTable('families')
      .set({ created_at: tokyo('2026-11-01T09:00:01') })
      .execute();
    const other = await makeDelivering(rt, { months: [] });
    await runAt('2026-11-01T09:00:00');
    await rt.db
      .insertInto('delivery_settings')
      .values({ host_id: other.hostId, mail_enabled: 0 })
      .execute();
    for (const { hostId } of [facility, other]) await makeLetter(rt, hostId, 202610);
    await runAt('2026-11-01T10:00:00');
    expect(await lettersSent(rt)).toEqual([]);
  });
});

test('relatives get one mail for letters that become ones together, else one for each', async () => {
  const old = { created_at: tokyo('2026-01-05T12:00') };
  const [second, third] = [
    await makeResident(rt, facility.hostId, old),
    await makeResident(rt, facility.hostId, old),
  ];
  for (const one of [second, third]) {
    await makeFamily(rt, one, { ...old, delivery: 'email', email: mailbox(0) });
  }
  await runAt('2026-11-01T09:00:00');
  for (const residentId of [facility.residentId, second.id]) await addPhoto({ residentId });
  rt.clock.set(tokyo('2026-11-01T10:00:00'));
  await runDeliveries(rt, { batch: 1 });
  expect(await lettersSent(rt)).toEqual(ALL);
  await addPhoto({ residentId: third.id });
  await runAt('2026-11-01T11:00:00');
  expect(await lettersSent(rt)).toEqual([ALL[0], ...ALL]);
});

test('families are looked at again only where something has changed', async () => {
  await runAt('2026-11-01T09:00:00');
  const versions = async () =>
    rt.db
      .selectFrom('delivery_runs')
      .innerJoin('hosts', 'hosts.id', 'host_id')
      .select(['delivery_runs.content_version as looked', 'hosts.content_version as now'])
      .executeTakeFirstOrThrow();
  await addPhoto({ state: 'accepted' });
  expect((await versions()).looked).toBeLessThan((await versions()).now);
  await runAt('2026-11-01T09:00:15');
  expect((await versions()).looked).toBe((await versions()).now);
});

import { readFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { removeFacility, removalJobs } from '#domains/operator/remove-facility.ts';
import { authenticate, startSession } from '#domains/account/session/session-lifecycle.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { makeApplication, makeSheet } from '../support/applications.ts';
import type { Cast } from '../support/cast.ts';
import { CLIENT, makeCast, signedIn } from '../support/cast.ts';
import { HOUR } from '../support/clock.ts';
import { makeAnswer, makeLetter, makeSkipped } from '../support/factories.ts';
import { photosOf, rowsOfHost, tablesThatStay } from '../support/host-rows.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { makeMail } from '../support/mailbox.ts';
import { onlyOnFile } from '../support/on-file.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';

/** Two facilities with photos, one unclaimed upload, letters and mails. */
async function makeTwo(): Promise<{ rt: TestRuntime; cast: Cast }> {
  const rt = await makeRuntime();
  const cast = await makeCast(rt);
  for (const staff of [cast.admin, cast.otherAdmin]) {
    const actor = await signedIn(rt, staff);
    for (const width of [400, 410]) await uploadPhoto(rt, actor, { bytes: await jpeg({ width }) });
    await upload(rt, actor, await jpeg({ width: 420 }));
    await makeLetter(rt, staff.host_id, 202609);
    await makeMail(rt, { hostId: staff.host_id });
  }
  await nameStaffTwice(rt, cast);
  await makeSheet(rt, cast.resident);
  await makeApplication(rt, cast.resident);
  await drainJobs(rt);
  return { rt, cast };
}

/** Rows that name two of the staff, who are removed with the residents that the rows are about. */
async function nameStaffTwice(rt: TestRuntime, { admin, general, family, resident }: Cast) {
  const at = rt.clock.now().toISOString();
  await makeAnswer(rt, family, {
    ...{ passed_on_at: at, passed_on_by: general.id },
    ...{ reply: 'またお越しください。', replied_at: at, replied_by: admin.id },
  });
  const checked = { checked_at: at, checked_by: general.id };
  await makeSkipped(rt, resident, 202609, { ...checked, held_back_by: admin.id });
}

const filesOf = async ({ stored }: TestRuntime, blobIds: string[]): Promise<string[]> =>
  [...(await stored.list('photos')), ...(await stored.list('uploads'))].filter((name) =>
    blobIds.some((id) => name.includes(id)),
  );

const workOff = (rt: TestRuntime) => makeJobWorker({ ...rt, handlers: removalJobs(rt) }).drain();

describe('a removed facility', () => {
  test('leaves no row and no file behind, and another facility is untouched', async () => {
    const { rt, cast } = await makeTwo();
    const photos = await photosOf(rt.db, cast.host.id);
    const before = await rowsOfHost(rt.db, cast.otherHost.id);
    const otherFiles = await filesOf(rt, await photosOf(rt.db, cast.otherHost.id));
    expect(Object.keys(await rowsOfHost(rt.db, cast.host.id))).toEqual(
      expect.arrayContaining([
        'hosts',
        'staffs',
        'families',
        'items',
        'blobs',
        'letters',
        'outbox',
      ]),
    );
    expect((await filesOf(rt, photos)).length).toBeGreaterThan(10);

    await removeFacility(rt, cast.host.id, cast.host.name);

    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual({});
    expect(await filesOf(rt, photos)).toEqual([]);
    expect(await rowsOfHost(rt.db, cast.otherHost.id)).toEqual(before);
    expect(await filesOf(rt, await photosOf(rt.db, cast.otherHost.id))).toEqual(otherFiles);
    expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    const events = await rt.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('host_id', 'is', null)
      .execute();
    expect(events).toMatchObject([
      { action: 'operator.facility_removed', target: cast.host.id, staff_id: null },
    ]);
  });

  test(
    'includes rows of every table, also of future ones',
    onlyOnFile('the catalogue of SQLite, with which the other schema is compared'),
    async () => {
      const rt = await makeRuntime();
      expect(tablesThatStay(rt.dataDir)).toEqual([]);
    },
  );

  test(
    'leaves none of its words in the file, nor in the WAL',
    onlyOnFile('the files of SQLite'),
    async () => {
      const { rt, cast } = await makeTwo();
      const words = ['kotoba-no-shirushi', 'tegami-no-shirushi'];
      const long = (word: string): string => `${word} `.repeat(100);
      await makeLetter(rt, cast.host.id, 202608, { body: long('tegami-no-shirushi') });
      for (let n = 0; n < 50; n++)
        await makeAnswer(rt, cast.family, { body: `${n} ${long('kotoba-no-shirushi')}` });
      const files = ['', '-wal'].map((end) => dataPaths(rt.dataDir).database + end);
      const found = (): string[] =>
        files.flatMap((file) => {
          const bytes = readFileSync(file);
          return words.filter((word) => bytes.includes(word)).map((word) => `${file}: ${word}`);
        });
      expect(found()).not.toEqual([]);
      const reader = new BetterSqlite3(files[0] ?? '', { readonly: true });
      reader.exec('BEGIN; SELECT * FROM hosts');
      await removeFacility(rt, cast.host.id, cast.host.name);
      // Somebody takes a backup: the job does it once that has ended.
      expect(found()).not.toEqual([]);
      await workOff(rt);
      expect(found()).not.toEqual([]);
      reader.close();
      rt.clock.advance(HOUR);
      await workOff(rt);
      expect(found()).toEqual([]);
      expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    },
  );

  test('leaves no photo but the one that cannot be removed', async () => {
    const { rt, cast } = await makeTwo();
    const photos = await photosOf(rt.db, cast.host.id);
    let refused: string | undefined;
    const removePhoto = (id: string): Promise<void> => {
      refused ??= id;
      return id === refused ? Promise.reject(new Error('EACCES')) : rt.blobs.removePhoto(id);
    };
    const broken = { ...rt, blobs: { ...rt.blobs, removePhoto } };
    await expect(removeFacility(broken, cast.host.id, cast.host.name)).rejects.toThrow('EACCES');
    expect(await photosOf(rt.db, cast.host.id)).toEqual([refused]);
    expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['photo not removed yet']);
    await workOff(rt);
    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual({});
    expect(await filesOf(rt, photos)).toEqual([]);
  });

  test('needs its exact name', async () => {
    const { rt, cast } = await makeTwo();
    const before = await rowsOfHost(rt.db, cast.host.id);
    await expect(removeFacility(rt, cast.host.id, cast.otherHost.name)).rejects.toMatchObject({
      status: 409,
    });
    await expect(removeFacility(rt, 'unknown', cast.host.name)).rejects.toMatchObject({
      status: 404,
    });
    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual(before);
    await removeFacility(rt, cast.host.id, ` ${cast.host.name.normalize('NFD')} `);
    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual({});
  });
});

/** Fails before the nth step on a photo, as a crash would. */
const dyingAt = (rt: TestRuntime, step: number): TestRuntime => {
  let steps = 0;
  const count = async (work: () => Promise<void>): Promise<void> => {
    if (++steps === step) throw new Error('killed');
    await work();
  };
  return {
    ...rt,
    blobs: {
      ...rt.blobs,
      removeUpload: (id) => count(() => rt.blobs.removeUpload(id)),
      removePhoto: (id) => count(() => rt.blobs.removePhoto(id)),
    },
  };
};

const DOORS = ['sessions', 'families', 'outbox', 'invitations', 'sheets', 'applications'];

describe('a removal that was killed', () => {
  test.each([1, 2, 3, 4])('before step %i is completed by the next start', async (step) => {
    const { rt, cast } = await makeTwo();
    const photos = await photosOf(rt.db, cast.host.id);
    const { access_token } = await startSession(rt, cast.admin.id, cast.host.id, CLIENT);
    const removing = removeFacility(dyingAt(rt, step), cast.host.id, cast.host.name);
    await expect(removing).rejects.toThrow('killed');
    expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['photo not removed yet']);

    // Remaining data is inaccessible.
    expect(await authenticate(rt, access_token)).toBeNull();
    const left = await rowsOfHost(rt.db, cast.host.id);
    expect(left).toHaveProperty('hosts');
    for (const door of DOORS) {
      expect(left).not.toHaveProperty(door);
    }

    await workOff(rt);
    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual({});
    expect(await filesOf(rt, photos)).toEqual([]);
    expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});

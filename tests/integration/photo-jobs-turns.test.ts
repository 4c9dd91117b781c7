import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import { readFailedPhotos, retryFailedPhotos } from '#domains/photo/retry-photos.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import { removeBlob } from '#domains/photo/take-in-photo.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import { dataPaths } from '#server/data-folder.ts';
import { enqueueJob, makeJobWorker } from '#server/jobs.ts';
import { castEachTest, rt, cast, admin as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { takeLogged } from '../support/log.ts';
import { upload, uploadPhoto, renderPhoto } from '../support/uploads.ts';
import { jpeg } from '../support/pictures.ts';
import { onlyOnFile } from '../support/on-file.ts';

/** A value for each parameter; the plan is the same for all. */
const parametersOf = (sql: string): string[] => [...sql.matchAll(/\?/g)].map(() => '1');

castEachTest(['admin']);

const jobs = () => rt.db.selectFrom('jobs').selectAll().execute();

describe('the next job', () => {
  const KIND = 'test';
  let done: string[];
  const worker = () =>
    makeJobWorker({
      ...rt,
      handlers: {
        [KIND]: ({ name = '' }) => {
          done.push(name);
          return Promise.resolve();
        },
      },
    });
  const add = (hostId: string | null, name: string, inMs = 0) =>
    enqueueJob(rt.db, {
      kind: KIND,
      hostId,
      payload: { name },
      runAt: new Date(rt.clock.now().getTime() + inMs),
    });
  beforeEach(() => {
    done = [];
  });

  test("is another facility's, however many one has waiting", async () => {
    for (let n = 1; n <= 4; n++) await add(cast.host.id, `a${n}`, n - 100);
    await add(cast.otherHost.id, 'b1');
    await add(null, 'ours');
    await worker().drain();
    expect(done.slice(0, 3)).toEqual(expect.arrayContaining(['b1', 'ours', 'a1']));
    expect(done.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(await jobs()).toEqual([]);
  });

  test('is a due one', async () => {
    await add(cast.host.id, 'later', 1000);
    await add(cast.otherHost.id, 'b1');
    await add(cast.otherHost.id, 'b2', 1);
    await worker().drain();
    expect(done).toEqual(['b1']);
    rt.clock.advance(1000);
    await worker().drain();
    expect(done.sort()).toEqual(['b1', 'b2', 'later']);
  });

  test(
    "is found by index, without reading others' waiting jobs",
    onlyOnFile('a query plan of SQLite'),
    async () => {
      await add(cast.host.id, 'a1');
      const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare');
      await worker().drain();
      const asked = prepare.mock.calls.map(([sql]) => sql);
      prepare.mockRestore();
      const sqlite = new BetterSqlite3(dataPaths(rt.dataDir).database, { readonly: true });
      const plans = asked
        .filter((sql) => sql.startsWith('select') && sql.includes('from "jobs"'))
        .map((sql) => sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`))
        .map((plan) => plan.all(...parametersOf(plan.source)));
      sqlite.close();
      expect(plans.length).toBeGreaterThan(1);
      for (const plan of plans) {
        const details = plan.map(({ detail }) => detail);
        expect(details).toEqual([expect.stringContaining('USING INDEX jobs_turns')]);
      }
    },
  );
});

describe('a picture that killed its decoder', () => {
  const costly = () => Promise.reject(new RefusalError('costly', 'decoder was killed'));
  const failing = () => ({ ...rt, images: { ...rt.images, variants: costly } });
  const drain = () => makeJobWorker({ ...rt, handlers: photoJobs(failing()) }).drain();

  test('is not decoded again: not by waiting, not by the button', async () => {
    const item = await uploadPhoto(rt, actor);
    await drain();
    expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 1, given_up: 1 }]);
    await retryFailedPhotos(rt, actor);
    expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const { images } = item;
    expect(await readFailedPhotos(rt, actor)).toEqual({ count: 0, unusable: [images.src] });
    expect(takeLogged().map(({ msg }) => msg)).toEqual(['job failed']);
  });

  test("is reported to its facility's admins, until it is deleted", async () => {
    const item = await uploadPhoto(rt, actor);
    await drain();
    takeLogged();
    const other = await signedIn(rt, cast.otherAdmin);
    expect(await readFailedPhotos(rt, other)).toEqual({ count: 0, unusable: [] });
    await deleteItem(rt, actor, item.id);
    expect(await readFailedPhotos(rt, actor)).toEqual({ count: 0, unusable: [] });
  });

  test('leaves no job behind when its bytes are deleted', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await createItem(rt, actor, { residentId: null, caption: '', blob: slot.signed_id });
    await drain();
    takeLogged();
    await removeBlob(rt, slot.id);
    expect(await jobs()).toEqual([]);
  });

  test('any other failure is retried', async () => {
    const slot = await upload(rt, actor, await jpeg());
    await createItem(rt, actor, { residentId: null, caption: '', blob: slot.signed_id });
    const busy = {
      ...rt,
      images: { ...rt.images, variants: () => Promise.reject(new Error('busy')) },
    };
    await makeJobWorker({ ...rt, handlers: photoJobs(busy) }).drain();
    takeLogged();
    expect(await jobs()).toMatchObject([{ state: 'queued', given_up: 0 }]);
    await renderPhoto(rt, slot.id);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobHandler } from '#server/jobs.ts';
import { enqueueJob, makeJobWorker } from '#server/jobs.ts';
import { beside } from '../../support/beside.ts';
import { MINUTE, SECOND } from '../../support/clock.ts';
import { takeLogged } from '../../support/log.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../../support/runtime.ts';

const LEASE = MINUTE;
const DONE = (): Promise<void> => Promise.resolve();

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});
afterEach(closeRuntimes);

const enqueue = (n = 0) =>
  enqueueJob(rt.db, { kind: 'any', hostId: null, payload: { n: `${n}` }, runAt: rt.clock.now() });
const jobs = () => rt.db.selectFrom('jobs').selectAll().execute();
const worker = (id: string, any: JobHandler, renewMs?: number) =>
  makeJobWorker({ ...beside(rt, id), handlers: { any }, ...(renewMs && { renewMs }) });

/** A process that begins the job and then stands still. */
async function begin(id: string, renewMs?: number) {
  const begun = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  const hangs = () => {
    begun.resolve(undefined);
    return goOn.promise;
  };
  const one = worker(id, hangs, renewMs);
  one.wake();
  await begun.promise;
  return { goOn, drained: () => one.drain() };
}

describe('a job that another process runs', () => {
  test('is left alone, also by a process that starts', async () => {
    await enqueue();
    const { goOn, drained } = await begin('a');
    let runs = 0;
    const other = worker('b', () => {
      runs++;
      return DONE();
    });
    await other.start();
    await other.drain();
    await other.stop();
    expect([runs, await jobs()]).toMatchObject([0, [{ state: 'running', holder: 'a' }]]);
    goOn.resolve(undefined);
    await drained();
    expect(await jobs()).toEqual([]);
  });

  test('is done by another once the lease of a killed process is over, and counts as interrupted', async () => {
    await enqueue();
    await begin('killed');
    rt.clock.advance(LEASE - SECOND);
    await worker('b', DONE).drain();
    expect(await jobs()).toMatchObject([{ holder: 'killed' }]);
    rt.clock.advance(SECOND);
    const { goOn, drained } = await begin('b');
    expect(await jobs()).toMatchObject([{ holder: 'b', attempts: 2, failures: 0 }]);
    goOn.resolve(undefined);
    await drained();
  });

  test('without a lease, as the version before left it, is done', async () => {
    await enqueue();
    await rt.db.updateTable('jobs').set({ state: 'running', attempts: 1 }).execute();
    await worker('b', DONE).drain();
    expect(await jobs()).toEqual([]);
  });

  test('keeps its lease while it goes on, however long', async () => {
    await enqueue();
    const { goOn, drained } = await begin('a', 1);
    for (let n = 0; n < 10; n++) {
      rt.clock.advance(LEASE / 2);
      const least = new Date(rt.clock.now().getTime() + LEASE).toISOString();
      const until = async (): Promise<string> => (await jobs())[0]?.lease_until ?? '';
      await expect.poll(async () => (await until()) >= least).toBe(true);
      await worker('b', DONE).drain();
    }
    expect(await jobs()).toMatchObject([{ holder: 'a', attempts: 1 }]);
    goOn.resolve(undefined);
    await drained();
  });
});

describe('a frozen process', () => {
  test.each(['succeeds', 'fails'])(
    'that %s late changes nothing of the next attempt',
    async (how) => {
      await enqueue();
      const frozen = await begin('frozen');
      rt.clock.advance(LEASE);
      const next = await begin('b');
      if (how === 'fails') frozen.goOn.reject(new Error('late'));
      else frozen.goOn.resolve(undefined);
      await frozen.drained();
      expect(await jobs()).toMatchObject([
        { state: 'running', holder: 'b', attempts: 2, failures: 0, last_error: null },
      ]);
      next.goOn.resolve(undefined);
      await next.drained();
      expect(await jobs()).toEqual([]);
      takeLogged();
    },
  );

  test('changes nothing of a job that has failed and waits', async () => {
    await enqueue();
    const frozen = await begin('frozen');
    rt.clock.advance(LEASE);
    await worker('b', () => Promise.reject(new Error('no luck'))).drain();
    frozen.goOn.resolve(undefined);
    await frozen.drained();
    expect(await jobs()).toMatchObject([
      { state: 'queued', attempts: 2, failures: 1, last_error: 'Error: no luck', holder: null },
    ]);
    takeLogged();
  });
});

test('a process whose result could not be recorded does its own job again', async () => {
  await enqueue();
  await worker('a', DONE).stop();
  const own = { state: 'running', attempts: 1, holder: 'a' } as const;
  const leaseUntil = new Date(rt.clock.now().getTime() + LEASE).toISOString();
  await rt.db
    .updateTable('jobs')
    .set({ ...own, lease_until: leaseUntil })
    .execute();
  await worker('b', DONE).drain();
  expect(await jobs()).toMatchObject([own]);
  await worker('a', DONE).drain();
  expect(await jobs()).toEqual([]);
});

test('three processes do each of many jobs once', async () => {
  const JOBS = 60;
  for (let n = 0; n < JOBS; n++) await enqueue(n);
  const done: string[] = [];
  const workers = ['a', 'b', 'c'].map((id) =>
    worker(id, async ({ n = '' }) => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(n);
    }),
  );
  await Promise.all(workers.map((one) => one.drain()));
  expect(done.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, n) => n));
  expect(await jobs()).toEqual([]);
});

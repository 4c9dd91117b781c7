import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueJob, makeJobWorker } from '#server/jobs.ts';
import type { Ending, Lane } from '#server/lane-worker.ts';
import { makeWorker, sweep } from '#server/lane-worker.ts';
import { MINUTE, SECOND } from '../support/clock.ts';
import { takeLogged, takeLoggedErrors, testLog } from '../support/log.ts';
import { closeRuntimes, makeRuntime } from '../support/runtime.ts';

const NEVER_MS = 2 ** 31 - 1;
const DONE = Promise.resolve();

/** A lane with this many tasks, which end on demand. */
function laneOf(name: string, left: number, atOnce = 1) {
  const begun: (() => void)[] = [];
  const counts = { begun: 0, ended: 0, most: 0 };
  const work = async (): Promise<void> => {
    counts.most = Math.max(counts.most, ++counts.begun - counts.ended);
    await new Promise<void>((resolve) => begun.push(resolve));
    counts.ended++;
  };
  const claim = () => Promise.resolve(left-- > 0 ? work : undefined);
  const lane: Lane = { name, everyMs: NEVER_MS, atOnce, claim };
  return { lane, counts, endOne: () => begun.shift()?.() };
}

describe('one worker', () => {
  test("runs a lane's tasks in order, with its concurrency", async () => {
    const { lane, counts, endOne } = laneOf('mails', 5, 2);
    const drained = makeWorker(testLog, [lane]).drain();
    for (let n = 0; n < 5; n++) {
      await expect.poll(() => counts.begun).toBe(Math.min(n + 2, 5));
      endOne();
    }
    await drained;
    expect(counts).toEqual({ begun: 5, ended: 5, most: 2 });
  });

  test('no lane waits for another, and a name wakes only its own', async () => {
    const slow = laneOf('slow', 1);
    const other = laneOf('other', 1);
    const worker = makeWorker(testLog, [slow.lane, other.lane]);
    worker.wake('slow');
    await expect.poll(() => slow.counts.begun).toBe(1);
    expect(other.counts.begun).toBe(0);
    worker.wake('other');
    await expect.poll(() => other.counts.begun).toBe(1);
    slow.endOne();
    other.endOne();
    await worker.drain();
  });

  test('continues after an error at the next poll, not at once', async () => {
    let looks = 0;
    const claim = () => {
      looks++;
      return Promise.resolve(() => Promise.reject(new Error('no luck')));
    };
    const worker = makeWorker(testLog, [{ name: 'broken', everyMs: NEVER_MS, claim }]);
    await worker.drain();
    expect(looks).toBe(1);
    await worker.drain();
    expect(looks).toBe(2);
    expect(takeLoggedErrors()).toMatchObject([{ name: 'broken' }, { name: 'broken' }]);
  });

  test('stopping starts nothing new, signals running tasks, and waits only so long', async () => {
    const { lane, counts } = laneOf('stuck', 3);
    let ending: Ending | undefined;
    const told = sweep('told', NEVER_MS, (given) => {
      ending = given;
      return new Promise((resolve) => given.stopping.addEventListener('abort', () => resolve()));
    });
    const worker = makeWorker(testLog, [lane, told], 10);
    await worker.start();
    await expect.poll(() => counts.begun).toBe(1);
    expect([ending?.stopping.aborted, ending?.over.aborted]).toEqual([false, false]);
    await worker.stop();
    expect([ending?.stopping.aborted, ending?.over.aborted]).toEqual([true, true]);
    worker.wake();
    expect(counts).toMatchObject({ begun: 1, ended: 0 });
  });
});

describe('a job that finds no room', () => {
  afterEach(closeRuntimes);

  test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])(
    'waits for as long as it takes, and goes on by itself (%s)',
    async (code) => {
      const rt = await makeRuntime();
      const { db, clock } = rt;
      await enqueueJob(db, { kind: 'any', hostId: null, payload: {}, runAt: clock.now() });
      let isFull = true;
      const any = () =>
        isFull ? Promise.reject(Object.assign(new Error('full'), { code })) : DONE;
      const worker = makeJobWorker({ ...rt, handlers: { any } });
      for (let n = 0; n < 60; n++) {
        await worker.drain();
        clock.advance(5 * MINUTE);
      }
      expect(takeLogged()).toHaveLength(60);
      const waiting = await db.selectFrom('jobs').select(['state', 'failures']).execute();
      expect(waiting).toEqual([{ state: 'queued', failures: 0 }]);
      isFull = false;
      await worker.drain();
      expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    },
  );
});

describe('an interrupted job', () => {
  afterEach(closeRuntimes);
  let rt: Awaited<ReturnType<typeof makeRuntime>>;
  beforeEach(async () => {
    rt = await makeRuntime();
    await enqueueJob(rt.db, { kind: 'any', hostId: null, payload: {}, runAt: rt.clock.now() });
  });
  const job = () => rt.db.selectFrom('jobs').selectAll().executeTakeFirst();
  const waitMs = async () => Date.parse((await job())?.run_at ?? '') - rt.clock.now().getTime();

  /** Begins the job, and leaves it as the end of the process does. */
  const crash = async (): Promise<void> => {
    const begun = Promise.withResolvers<undefined>();
    const hangs = () => {
      begun.resolve(undefined);
      return new Promise<never>(() => undefined);
    };
    makeJobWorker({ ...rt, handlers: { any: hangs } }).wake();
    await begun.promise;
  };
  /** What a start does before it claims anything. */
  const recover = async (): Promise<void> => {
    const worker = makeJobWorker({ ...rt, handlers: {} });
    await worker.stop();
    await worker.start();
  };
  const restart = () => makeJobWorker({ ...rt, handlers: { any: () => DONE } });

  test('is none that is still under way beside another', async () => {
    const { db, clock } = rt;
    await enqueueJob(db, { kind: 'any', hostId: null, payload: { n: '2' }, runAt: clock.now() });
    const gate = Promise.withResolvers<undefined>();
    let begun = 0;
    const any = () => (begun++, gate.promise);
    const worker = makeJobWorker({ ...rt, atOnce: 3, handlers: { any } });
    worker.wake();
    await expect.poll(() => begun).toBe(2);
    worker.wake();
    await enqueueJob(db, { kind: 'any', hostId: null, payload: { n: '3' }, runAt: clock.now() });
    worker.wake();
    await expect.poll(() => begun).toBe(3);
    gate.resolve(undefined);
    await worker.drain();
    expect([begun, await job()]).toEqual([3, undefined]);
  });

  test('has not failed, and is done after the next start', async () => {
    await crash();
    await crash();
    const fails = () => Promise.reject(new Error('no luck'));
    await makeJobWorker({ ...rt, handlers: { any: fails } }).drain();
    expect(await job()).toMatchObject({ state: 'queued', attempts: 3, failures: 1 });
    expect(await waitMs()).toBe(5 * SECOND);
    rt.clock.advance(5 * SECOND);
    await restart().drain();
    expect(await job()).toBeUndefined();
  });

  test('fails with the third and every later interruption, until it is given up', async () => {
    const waits: number[] = [];
    let crashes = 0;
    for (; (await job())?.state !== 'failed'; crashes++) {
      await crash();
      await recover();
      const wait = await waitMs();
      if (wait > 0) waits.push(wait / SECOND);
      rt.clock.advance(wait);
    }
    expect(waits).toEqual([5, 60, 300, 1800, 7200]);
    expect(crashes).toBe(8);
    expect(await job()).toMatchObject({ last_error: 'Error: interrupted too often' });
    takeLogged();
  });
});

import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maintain } from '#entry/maintenance.ts';
import { createItem } from '#domains/item/create-items.ts';
import { changeItem } from '#domains/item/change-items.ts';
import type * as Largest from '#domains/photo/make-sizes.ts';
import { makeLargest, photoJobs, recoverPhotos } from '#domains/photo/make-sizes.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError } from '#lib/errors.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { beside } from '../../support/beside.ts';
import { makeCast, signedIn } from '../../support/cast.ts';
import { DAY, HOUR, MINUTE } from '../../support/clock.ts';
import { takeLogged } from '../../support/log.ts';
import { jpeg } from '../../support/pictures.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../../support/runtime.ts';
import {
  ORIGIN,
  announced,
  drainJobs,
  slotOf,
  upload,
  uploadPhoto,
} from '../../support/uploads.ts';
import { verified } from '../../support/verified.ts';

let rt: TestRuntime;
let actor: Actor;
let other: typeof Largest;
beforeEach(async () => {
  rt = await makeRuntime();
  actor = await signedIn(rt, (await makeCast(rt)).admin);
  // Another process has its own memory of what is under way.
  const file = '#domains/photo/make-sizes.ts?beside';
  other = (await import(/* @vite-ignore */ file)) as typeof Largest;
});
afterEach(closeRuntimes);

/** All that two other processes do when they start, and later. */
async function othersWork(): Promise<void> {
  const work = async (id: string): Promise<void> => {
    const process = beside(rt, id);
    await recoverPhotos(process);
    await maintain(process);
    await makeJobWorker({ ...process, handlers: other.photoJobs(process) }).drain();
  };
  await Promise.all([work('b'), work('c')]);
}

const faults = async () => (await verified(rt)).findings;
const blobs = () => rt.db.selectFrom('blobs').select(['id', 'state']).execute();

type Store = TestRuntime['blobs'];

/** A process that stands still before or after it publishes files for the first time. */
function pausing(when: 'before' | 'after', operation: 'receive' | 'adopt') {
  const reached = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  let isFirst = true;
  const pause = async (): Promise<void> => {
    if (!isFirst) return;
    isFirst = false;
    reached.resolve(undefined);
    await goOn.promise;
  };
  const paused = async <Given extends unknown[], T>(
    publish: (...given: Given) => Promise<T>,
    ...given: Given
  ): Promise<T> => {
    if (when === 'before') await pause();
    const result = await publish(...given);
    if (when === 'after') await pause();
    return result;
  };
  const receive: Store['receive'] = (...given) => paused(rt.blobs.receive, ...given);
  const adopt: Store['adopt'] = (...given) => paused(rt.blobs.adopt, ...given);
  const blobStore = { ...rt.blobs, ...(operation === 'receive' ? { receive } : { adopt }) };
  return { process: { ...beside(rt, 'a'), blobs: blobStore }, reached, goOn };
}

type Run = (process: TestRuntime) => Promise<unknown>;

async function finished(): Promise<{ id: string; blobId: string }> {
  const { id } = await uploadPhoto(rt, actor, { bytes: await jpeg({ width: 2400, height: 1200 }) });
  await drainJobs(rt);
  const item = rt.db.selectFrom('items').select('blob_id as blobId').where('id', '=', id);
  return { id, ...(await item.executeTakeFirstOrThrow()) };
}

/** Prepares each kind of work on files; the longest time after which it still succeeds. */
const WORK: Record<string, { upTo: number; operation: keyof Store; prepare: () => Promise<Run> }> =
  {
    'an upload': {
      upTo: 30 * MINUTE,
      operation: 'receive',
      async prepare() {
        const bytes = await jpeg();
        const slot = await openUploadSlot(rt, actor, { blob: announced(bytes) }, ORIGIN);
        return (process) =>
          receiveUpload(process, slotOf(slot), 'image/jpeg', Readable.from([bytes]));
      },
    },
    'a claim with its preview': {
      upTo: DAY,
      operation: 'adopt',
      async prepare() {
        const { signed_id: blob } = await upload(rt, actor, await jpeg());
        return (process) => createItem(process, actor, { residentId: null, caption: '', blob });
      },
    },
    variants: {
      upTo: Infinity,
      operation: 'adopt',
      async prepare() {
        await uploadPhoto(rt, actor);
        return (process) => makeJobWorker({ ...process, handlers: photoJobs(process) }).drain();
      },
    },
    'a turn': {
      upTo: 15 * MINUTE,
      operation: 'adopt',
      async prepare() {
        const { id } = await finished();
        return (process) => changeItem(process, actor, id, { rotate: 90 });
      },
    },
    'the largest size': {
      upTo: Infinity,
      operation: 'adopt',
      async prepare() {
        const { blobId } = await finished();
        return (process) => makeLargest(process, blobId, HOUR);
      },
    },
  };

const DELAYS = [0, 2 * MINUTE, 20 * MINUTE, 2 * DAY];
const cases = Object.keys(WORK).flatMap((name) =>
  DELAYS.flatMap((delay) =>
    (['before', 'after'] as const).map((when) => [name, delay / MINUTE, when] as const),
  ),
);

test.each(cases)(
  '%s that pauses for %i minutes %s its files are published loses nothing by other processes',
  async (name, minutes, when) => {
    const { upTo = 0, operation = 'adopt', prepare } = WORK[name] ?? {};
    const run = await prepare?.();
    const { process, reached, goOn } = pausing(when, operation as 'receive' | 'adopt');
    const result = run?.(process).then(
      () => 'done',
      (error: unknown) => error,
    );
    await reached.promise;
    rt.clock.advance(minutes * MINUTE);
    await othersWork();
    goOn.resolve(undefined);
    if (minutes * MINUTE < upTo) expect(await result).toBe('done');
    else expect(await result).toBeInstanceOf(AppError);
    const kinds = (await faults()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'foreign' && kind !== 'leftover')).toEqual([]);
    rt.clock.advance(31 * MINUTE);
    await othersWork();
    expect(await faults()).toEqual([]);
    takeLogged();
  },
);

describe('what a killed process left', () => {
  /** Everything is begun, and nothing goes on. */
  test('is cleared by the others when it is old enough, not before', async () => {
    for (const { operation, prepare } of Object.values(WORK)) {
      const run = await prepare();
      const { process, reached } = pausing('after', operation as 'receive' | 'adopt');
      void run(process);
      await reached.promise;
    }
    const begun = await blobs();
    await othersWork();
    expect(await blobs()).toEqual(begun);
    rt.clock.advance(31 * MINUTE);
    await othersWork();
    expect((await faults()).filter(({ kind }) => kind !== 'temporary')).toEqual([]);
    // The unclaimed upload of the second kind stays for a day.
    expect((await blobs()).map(({ state }) => state).sort()).toEqual([
      'ready',
      'ready',
      'ready',
      'stored',
    ]);
    rt.clock.advance(DAY);
    await othersWork();
    expect((await blobs()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
    takeLogged();
  });
});

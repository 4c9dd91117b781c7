import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PREVIEW, RECIPE } from '#lib/picture-recipe.ts';
import type { ImagePool } from '#server/image/image-pool.ts';
import { DECODING_LIMITS } from '#server/image/decoder.ts';
import { Lane } from '#server/image/lane.ts';
import { MemoryRoom } from '#server/image/memory-room.ts';
import { RefusalError, makeImagePool } from '#server/image/image-pool.ts';
import { childrenOf } from '../bench/process.ts';
import { manyTexts } from '../support/hostile-png.ts';
import { jpeg } from '../support/pictures.ts';
import { makeRuntime } from '../support/runtime.ts';

const HOST = 'host';
const PATIENT = { timeout: 120_000, interval: 5 };
/** On a busy machine a low-priority decoder may take minutes to start. */
const LIMITS = { ...DECODING_LIMITS, patienceMs: 200_000 };

let pool: ImagePool;
let folder: string;
let file: string;
/** Decoders of earlier tests that have not exited yet. */
let leaving: number[] = [];
beforeEach(async () => {
  leaving = childrenOf(process.pid);
  const { dataDir } = await makeRuntime();
  vi.useRealTimers();
  folder = path.join(dataDir, 'work');
  file = path.join(dataDir, 'picture');
  await mkdir(folder);
  await writeFile(file, await jpeg());
  pool = makeImagePool(RECIPE, LIMITS);
});
afterEach(() => pool.close());

const ownChildren = () => childrenOf(process.pid).filter((pid) => !leaving.includes(pid));

/** Waits for a decoder. */
const someChildren = () =>
  vi.waitUntil(() => {
    const pids = ownChildren();
    return pids.length > 0 && pids;
  }, PATIENT);

const killAll = (pids: number[]): void => pids.forEach((pid) => process.kill(pid, 'SIGKILL'));

const failure = (made: Promise<unknown>) =>
  made.then(() => undefined).catch((error: unknown) => error);

describe("failures that are not the picture's fault", () => {
  test('a full disk is reported as such', async () => {
    await symlink('/dev/full', path.join(folder, PREVIEW));
    const error = await failure(pool.preview(file, folder, HOST));
    expect(error).toMatchObject({ code: 'ENOSPC' });
    expect(error).not.toBeInstanceOf(RefusalError);
  });

  test('a missing file', async () => {
    const error = await failure(pool.preview(`${file}-gone`, folder, HOST));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(error).not.toBeInstanceOf(RefusalError);
  });

  test('shutdown', async () => {
    const made = failure(pool.preview(file, folder, HOST));
    const waiting = failure(pool.preview(file, folder, HOST));
    pool.close();
    expect([await made, await waiting]).toMatchObject([{ status: 503 }, { status: 503 }]);
  });

  test('an idle decoder that died', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await pool.preview(file, folder, HOST);
    vi.advanceTimersByTime(10_000);
    expect(await pool.preview(file, folder, HOST)).toMatchObject({ width: 64, height: 48 });
    vi.useRealTimers();
  });
});

test("a decoder has no access to the server's secrets", async () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:password@mail.example');
  await pool.preview(file, folder, HOST);
  vi.unstubAllEnvs();
  const known = ownChildren().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  expect(known.join('')).toContain('PATH=');
  expect(known.join('')).not.toContain('SMTP_URL');
});

describe('a picture that takes too long', () => {
  test('is refused if it used the CPU time itself', async () => {
    await writeFile(file, await jpeg({ width: 9000, height: 6000 }));
    const strict = makeImagePool(RECIPE, { ...LIMITS, cpuMs: 20, lookMs: 10 });
    const error = await failure(strict.variants(file, folder, HOST));
    strict.close();
    expect(error).toMatchObject({ why: 'costly' });
  });

  test('can be retried if the machine was too busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const made = failure(pool.preview(file, folder, HOST));
    for (const pid of await someChildren()) process.kill(pid, 'SIGSTOP');
    const passing = setInterval(() => vi.advanceTimersByTime(LIMITS.patienceMs), 10);
    expect(await made).toMatchObject({ status: 503, retryAfter: 30 });
    clearInterval(passing);
    vi.useRealTimers();
    expect(await failure(pool.preview(file, folder, HOST))).toBeUndefined();
  });
});

test('a broken picture is refused, and the next one is processed', async () => {
  const bytes = await jpeg();
  await writeFile(`${file}-broken`, bytes.subarray(0, bytes.length - 40));
  expect(await failure(pool.preview(`${file}-broken`, folder, HOST))).toBeInstanceOf(RefusalError);
  expect(await pool.preview(file, folder, HOST)).toMatchObject({ width: 64 });
});

describe('a decoder beyond its limits', () => {
  test('of memory is killed, and the picture refused', async () => {
    const strict = makeImagePool(RECIPE, { ...LIMITS, mb: 10, lookMs: 1 });
    await writeFile(file, await jpeg({ width: 9000, height: 6000 }));
    expect(await failure(strict.variants(file, folder, HOST))).toMatchObject({ why: 'costly' });
    strict.close();
  });

  test("is the kernel's first choice, which counts as the picture's fault", async () => {
    const made = failure(pool.preview(file, folder, HOST));
    const [pid = 0] = await someChildren();
    await made;
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    await writeFile(file, await jpeg({ width: 9000, height: 6000 }));
    process.kill(pid, 'SIGSTOP');
    const ended = failure(pool.preview(file, folder, HOST));
    // Repeatedly: an idle decoder is replaced, and which one has the task cannot be seen.
    const killing = setInterval(() => killAll(childrenOf(process.pid)), 50);
    onTestFinished(() => clearInterval(killing));
    expect(await ended).toMatchObject({ why: 'costly' });
  });
});

test('a picture that costs too much is refused without a decoder', async () => {
  await writeFile(file, manyTexts(40));
  expect(await failure(pool.preview(file, folder, HOST))).toMatchObject({ why: 'costly' });
  expect(await failure(pool.variants(file, folder, HOST))).toMatchObject({ why: 'costly' });
  expect(ownChildren()).toEqual([]);
});

describe('facilities take turns', () => {
  /** One decoder, so images finish in their order. The pool reads files before it queues them. */
  const makeLane = (most = () => 1, each = 1) => {
    const room = new MemoryRoom(100);
    const parts = { niceness: 0, limits: LIMITS, decoders: most, each, room };
    const lane: Lane = new Lane({ ...parts, onRoom: () => lane.next() });
    onTestFinished(() => lane.close());
    const task = { kind: 'preview', file, folder, recipe: RECIPE, isThrifty: false } as const;
    return (hostId: string, isCostly = false) => lane.run({ task, hostId, mb: 1, isCostly });
  };

  test('so that one does not wait for all pictures of another', async () => {
    const preview = makeLane();
    const ended: string[] = [];
    const hosts = ['a', 'a', 'a', 'a', 'a', 'a', 'b'];
    await Promise.all(hosts.map((host) => preview(host).then(() => ended.push(host))));
    expect(ended).toEqual(['a', 'b', 'a', 'a', 'a', 'a', 'a']);
  });

  test('and another facility has its own decoder', async () => {
    const first = failure(pool.preview(file, folder, 'a'));
    const [held = 0] = await someChildren();
    await first;
    process.kill(held, 'SIGSTOP');
    // Files are read before they queue, so either facility may get the stopped decoder.
    const both = ['a', 'b'].map((host) => pool.preview(file, folder, host));
    expect(await Promise.race(both)).toMatchObject({ width: 64 });
    process.kill(held, 'SIGCONT');
    await Promise.all(both);
  });

  test('and another decoder takes more of one facility, but no costly ones', async () => {
    let most = 1;
    const preview = makeLane(() => most, 2);
    await preview('a');
    const [held = 0] = await someChildren();
    process.kill(held, 'SIGSTOP');
    onTestFinished(() => void process.kill(held, 'SIGCONT'));
    const stopped = preview('a');
    const ordinary = preview('a');
    const costly = preview('a', true);
    expect(ownChildren()).toEqual([held]);
    most = 2;
    await Promise.all([ordinary, preview('b')]);
    const both = ownChildren();
    expect(both).toHaveLength(2);
    await preview('b');
    expect(ownChildren()).toEqual(both);
    process.kill(held, 'SIGCONT');
    await Promise.all([stopped, costly]);
  });

  test('and the queue asks to retry when full', async () => {
    const preview = makeLane();
    const made = Array.from({ length: 40 }, () => failure(preview('a')));
    const turnedAway = (await Promise.all(made)).filter((error) => error !== undefined);
    expect(turnedAway.length).toBeGreaterThan(10);
    for (const error of turnedAway) expect(error).toMatchObject({ status: 503, retryAfter: 5 });
  });
});

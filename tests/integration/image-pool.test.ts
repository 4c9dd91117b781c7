import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PREVIEW, RECIPE } from '../../src/features/photo/photo.ts';
import type { ImagePool } from '../../src/server/image/pool.ts';
import { RefusalError, makeImagePool } from '../../src/server/image/pool.ts';
import { childrenOf } from '../bench/process.ts';
import { jpeg } from '../support/pictures.ts';
import { makeRuntime } from '../support/runtime.ts';

let pool: ImagePool;
let folder: string;
let file: string;
beforeEach(async () => {
  const { dataDir } = await makeRuntime();
  vi.useRealTimers();
  folder = path.join(dataDir, 'work');
  file = path.join(dataDir, 'picture');
  await mkdir(folder);
  await writeFile(file, await jpeg());
  pool = makeImagePool(RECIPE);
});
afterEach(() => pool.close());

const failure = (made: Promise<unknown>) =>
  made.then(() => undefined).catch((error: unknown) => error);

describe('what is not the fault of the picture', () => {
  test('a full disk is told as such', async () => {
    await symlink('/dev/full', path.join(folder, PREVIEW));
    const error = await failure(pool.preview(file, folder));
    expect(error).toMatchObject({ code: 'ENOSPC' });
    expect(error).not.toBeInstanceOf(RefusalError);
  });

  test('a file that has gone', async () => {
    const error = await failure(pool.preview(`${file}-gone`, folder));
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(error).not.toBeInstanceOf(RefusalError);
  });

  test('the end of the server', async () => {
    const made = failure(pool.preview(file, folder));
    const waiting = failure(pool.preview(file, folder));
    pool.close();
    expect([await made, await waiting]).toMatchObject([{ status: 503 }, { status: 503 }]);
  });

  test('the end of a decoder that had nothing to do', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await pool.preview(file, folder);
    vi.advanceTimersByTime(10_000);
    expect(await pool.preview(file, folder)).toMatchObject({ width: 64, height: 48 });
    vi.useRealTimers();
  });
});

test('a decoder knows no secret of the server', async () => {
  vi.stubEnv('SMTP_URL', 'smtp://user:password@mail.example');
  await pool.preview(file, folder);
  vi.unstubAllEnvs();
  const known = childrenOf(process.pid).map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  expect(known.join('')).toContain('PATH=');
  expect(known.join('')).not.toContain('SMTP_URL');
});

describe('a picture that takes too long', () => {
  const quickly = { wallMs: 50, cpuMs: 20, patienceMs: 3000 };

  test('is refused when it used the time itself', async () => {
    await writeFile(file, await jpeg({ width: 9000, height: 6000 }));
    const strict = makeImagePool(RECIPE, quickly);
    const error = await failure(strict.preview(file, folder));
    strict.close();
    expect(error).toMatchObject({ why: 'broken' });
  });

  test('may be sent again when the machine gave it none', async () => {
    const strict = makeImagePool(RECIPE, { ...quickly, cpuMs: 60_000 });
    const made = failure(strict.preview(file, folder));
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGSTOP');
    expect(await made).toMatchObject({ status: 503, retryAfter: 30 });
    expect(await failure(strict.preview(file, folder))).toBeUndefined();
    strict.close();
  });
});

test('a picture that is broken is refused, and the next one is made', async () => {
  const bytes = await jpeg();
  await writeFile(`${file}-broken`, bytes.subarray(0, bytes.length - 40));
  expect(await failure(pool.preview(`${file}-broken`, folder))).toBeInstanceOf(RefusalError);
  expect(await pool.preview(file, folder)).toMatchObject({ width: 64 });
});

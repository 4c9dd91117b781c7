import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inject, vi } from 'vitest';
import '#domains/wiring.ts';
import type { Clock } from '#server/clock.ts';
import { RECIPE } from '#lib/picture-recipe.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { DECODING_LIMITS } from '#server/image/decoder.ts';
import type { ImagePool } from '#server/image/image-pool.ts';
import { makeImagePool } from '#server/image/image-pool.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { FrozenClock } from './clock.ts';
import { freezeClock } from './clock.ts';
import { testLog } from './log.ts';
import { noEmptyLists } from './no-empty-lists.ts';
import { cloneTemplate, dropDatabase } from './postgres-template.ts';
import { BUCKET } from './s3.ts';
import type { StoredFiles } from './stored-files.ts';
import { storedFiles } from './stored-files.ts';

export interface TestRuntime extends Runtime {
  clock: FrozenClock;
  dataDir: string;
  stored: StoredFiles;
}

/** Next to other tests, a low-priority decoder would hardly run. */
const LIMITS = { ...DECODING_LIMITS, patienceMs: 200_000 };

let images: ImagePool | undefined;
const opened: TestRuntime[] = [];

/** A new data folder with a migrated database; removed after the test. */
async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-test-'));
  await copyFile(inject('templateFile'), dataPaths(dataDir).database);
  return dataDir;
}

/** `npm run test:s3` runs the same tests on a bucket. */
function photoStore(dataDir: string): Record<string, string> {
  const s3 = inject('s3');
  if (Object.keys(s3).length === 0) return {};
  Object.assign(process.env, s3);
  return { PHOTO_STORE: `s3://${BUCKET}/${path.basename(dataDir)}` };
}

/** undefined for a database in the data folder. */
async function cloneDatabase(): Promise<string | undefined> {
  const server = inject('postgres');
  return server === null ? undefined : cloneTemplate(server);
}

/** The server's runtime on real files; only clock, log and decoders differ. */
export async function makeRuntime(settings: Record<string, string> = {}): Promise<TestRuntime> {
  const made = await openTestRuntime(freezeClock(), settings);
  opened.push(made);
  return made;
}

/** Outlives a test; the caller closes it. */
export async function openTestRuntime<C extends Clock>(
  clock: C,
  settings: Record<string, string> = {},
): Promise<Runtime & { clock: C; dataDir: string; stored: StoredFiles }> {
  const dataDir = await makeDataDir();
  const DATABASE_URL = await cloneDatabase();
  const given = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DATABASE_URL,
    ...photoStore(dataDir),
    ...settings,
  };
  const env = readEnv(given);
  const rt = await openRuntime(env, clock);
  // One decoder per file: starting one takes longer than most tests.
  images ??= makeImagePool(RECIPE, LIMITS, { prompt: 0, patient: 0 });
  const db = rt.db.withPlugin(noEmptyLists);
  return { ...rt, db, clock, dataDir, images, log: testLog, stored: storedFiles(rt.env) };
}

/** Closes the runtimes of a test. */
export async function closeRuntimes(): Promise<void> {
  for (const { dataDir, env, close } of opened.splice(0)) {
    await close();
    if (env.DATABASE_URL !== undefined) await dropDatabase(env.DATABASE_URL);
    await rm(dataDir, { recursive: true, force: true });
  }
  vi.useRealTimers();
}

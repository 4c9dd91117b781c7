import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeBackup } from '../../commands/backup.ts';
import { copyBackups } from '../../commands/copies/copy.ts';
import { rehearse } from '../../commands/rehearsal/rehearse.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readRehearsal } from '#server/copies/state.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { rehearsalFolderOf, removeLeftRehearsal } from '#server/rehearsal-folder.ts';
import { BARE_ENV, ROOT } from '../support/server.ts';
import { makeWorld } from '../support/world.ts';

let folder: string;
let env: Env;
let set: string;
const place = (): string => `file://${folder}/copies`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-rehearsal-'));
  const { dataDir } = await makeWorld(path.join(folder, 'data'));
  env = readEnv({ DATA_DIR: dataDir, BACKUP_COPY: place() });
  set = path.basename((await takeBackup(env, { readAll: true })).at);
  await copyBackups(env, { isSure: true });
});
afterAll(() => rm(folder, { recursive: true }));

const isGone = (): boolean => !existsSync(rehearsalFolderOf(env));

test('the newest backup is restored, and a letter opened in it with its photos', async () => {
  const rehearsal = await rehearse(env, { isScheduled: true });
  expect(rehearsal).toMatchObject({
    outcome: 'good',
    error: null,
    set,
    place: null,
    isTold: false,
  });
  expect(rehearsal.photos).toBeGreaterThan(0);
  expect(rehearsal.files).toBeGreaterThan(5);
  expect(readRehearsal(env)).toEqual(rehearsal);
  expect(isGone()).toBe(true);
});

test('so is a copy elsewhere', async () => {
  expect(await rehearse(env, { from: place() })).toMatchObject({
    outcome: 'good',
    set,
    place: place(),
    isTold: true,
  });
});

test('a damaged file makes it fail, and is named; the last good one stays known', async () => {
  const { goodAt } = await rehearse(env);
  const backup = path.join(dataPaths(env.DATA_DIR).backups, set);
  const [name = ''] = (await readdir(path.join(backup, 'photos'), { recursive: true })).filter(
    (one) => one.endsWith('master.jpg'),
  );
  const file = path.join(backup, 'photos', name);
  const content = await readFile(file);
  await rm(file);
  await writeFile(file, content.toReversed());
  const failed = await rehearse(env, { isScheduled: true });
  expect(failed).toMatchObject({ outcome: 'failed', photos: null, goodAt });
  expect(failed.error).toContain(`photos/${name} is missing or damaged`);
  expect(isGone()).toBe(true);
  await rm(file);
  await writeFile(file, content);
});

test('without a backup, it says so', async () => {
  const empty = { ...env, BACKUP_DIR: path.join(folder, 'none') };
  expect(await rehearse(empty)).toMatchObject({
    outcome: 'skipped',
    error: 'there is no whole backup yet',
  });
});

/** Makes a rehearsal wait for its server. */
const NEVER_ANSWERED = `data:text/javascript,${encodeURIComponent('globalThis.fetch = () => new Promise(() => undefined);')}`;

test('one that is killed leaves no server, and its folder goes with the next look', async () => {
  const child = spawn(process.execPath, ['commands/backup.ts', 'rehearse'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: { ...BARE_ENV, DATA_DIR: env.DATA_DIR, NODE_OPTIONS: `--import=${NEVER_ANSWERED}` },
  });
  const lock = path.join(rehearsalFolderOf(env), 'data', 'server.lock');
  await expect.poll(() => existsSync(lock)).toBe(true);
  await removeLeftRehearsal(env); // it runs
  expect(isGone()).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => serversOn(rehearsalFolderOf(env))).toEqual([]);
  await removeLeftRehearsal(env);
  expect(isGone()).toBe(true);
});

/** Processes with this in their settings. */
async function serversOn(dataDir: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')),
  );
  return ids.filter((_, n) => found[n]?.includes(`DATA_DIR=${dataDir}`));
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { mkdir, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { isHealthy } from '#server/health-check.ts';
import { sendHealth } from '#server/http/health.ts';
import { makeHost } from '../support/factories.ts';
import { takeLoggedErrors } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { onlyOnFile } from '../support/on-file.ts';

let rt: TestRuntime;
let database: string;
beforeEach(async () => {
  rt = await makeRuntime();
  await makeHost(rt);
  ({ database } = dataPaths(rt.dataDir));
  // Checkpointed, so that everything is in the file.
  const other = new BetterSqlite3(database);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
});

async function spoil(at: number, length: number): Promise<void> {
  const file = await open(database, 'r+');
  await file.write(randomBytes(length), 0, length, at);
  await file.close();
}

/** The root page of a table. */
function pageOf(table: string): number {
  const db = new BetterSqlite3(database, { readonly: true });
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const page = root.get(table) as number;
  db.close();
  return page;
}
const PAGE = 4096;

/** Health before and after, and what was logged. */
async function healthAround(damage: () => Promise<unknown>) {
  const before = await isHealthy(rt);
  await damage();
  const after = await isHealthy(rt);
  await mkdir(rt.dataDir, { recursive: true });
  return { before, after, logged: takeLoggedErrors().map(({ msg }) => msg) };
}
const UNHEALTHY = { before: true, after: false, logged: ['health check failed'] };

test.each<[string, () => Promise<unknown>]>([
  ['the whole database is garbage', async () => spoil(0, (await stat(database)).size)],
  ['the facilities are garbage', () => spoil((pageOf('hosts') - 1) * PAGE, PAGE)],
  ['the photos are garbage', () => spoil((pageOf('blobs') - 1) * PAGE, PAGE)],
  ['the file is cut off', () => truncate(database, PAGE)],
  ['the file is empty', () => truncate(database, 0)],
  ['the file is gone', () => rename(database, `${database}.away`)],
  ['the folder is gone with it', () => rm(rt.dataDir, { recursive: true })],
])('a server is unhealthy when %s', onlyOnFile('damage to the file'), async (_name, damage) => {
  expect(await healthAround(damage)).toEqual(UNHEALTHY);
});

test('a server is unhealthy when the folder for partial files is missing', async () => {
  const replace = async () => {
    const { temporary } = dataPaths(rt.dataDir);
    await rm(temporary, { recursive: true });
    await writeFile(temporary, '');
  };
  expect(await healthAround(replace)).toEqual(UNHEALTHY);
});

const statusOf = async (watched: Parameters<typeof sendHealth>[1]): Promise<number> => {
  const res = new ServerResponse({ method: 'GET' } as unknown as IncomingMessage);
  await sendHealth(res, watched);
  return res.statusCode;
};

test('concurrent requests share one check', async () => {
  const check = () => Promise.reject(new Error('it does not answer'));
  const watched = { ...rt, database: { ...rt.database, check } };
  const asking = Array.from({ length: 200 }, () => statusOf(watched));
  expect(new Set(await Promise.all(asking))).toEqual(new Set([503]));
  expect(await statusOf(watched)).toBe(503);
  expect(takeLoggedErrors()).toHaveLength(1);
});

test('a check leaves nothing behind', async () => {
  const rows = () => rt.db.selectFrom('hosts').selectAll().execute();
  const before = await rows();
  expect(await isHealthy(rt)).toBe(true);
  expect(await isHealthy(rt)).toBe(true);
  expect(await rows()).toEqual(before);
  expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
});

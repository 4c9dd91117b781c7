import BetterSqlite3 from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownTables } from '#db/own-tables.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { makeBlobStore } from '#server/open-store.ts';
import { openALetter } from '../../commands/rehearsal/open-letter.ts';
import { command } from './backups.ts';
import { BARE_ENV, ROOT, startServer } from './server.ts';
import { sha256 } from './uploads.ts';

export type Settings = Record<string, string>;

/** Everything in a database file, also what makes its tables and triggers. */
export function dumpFile(dataDir: string): Record<string, string[]> {
  const db = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  const list = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted();
  const schema = list('SELECT name, sql FROM sqlite_schema');
  const tables = ownTables(db).map((name) => [name, list(`SELECT * FROM ${name}`)]);
  db.close();
  return { ...(Object.fromEntries(tables) as Record<string, string[]>), schema };
}

/** Paths and hashes of all files of photos. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['photos', 'uploads']) {
    const entries = await readdir(path.join(dataDir, folder), {
      recursive: true,
      withFileTypes: true,
    });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      found.push(`${path.relative(dataDir, file)} ${sha256(await readFile(file))}`);
    }
  }
  return found.toSorted();
}

export async function writeSettings(file: string, settings: Settings): Promise<string> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, lines.join('\n'));
  return file;
}

/** As an operator does. */
export const runMove = (from: Settings, file: string, more: string[] = []) =>
  command('commands/move.ts', ['--to', file, ...more], from);

/** @returns whether it was killed before it came to its end */
export async function killedMove(from: string, to: string, line: number): Promise<boolean> {
  const args = [path.join(ROOT, 'tests/support/move-child.ts'), from, to, String(line)];
  try {
    await promisify(execFile)(process.execPath, args, { env: BARE_ENV, cwd: ROOT });
    return false;
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return true;
    throw error;
  }
}

/** Opens a letter on the built server. @returns its number of photos */
export async function openLetter(settings: Settings, s3: Settings): Promise<number | null> {
  const server = await startServer(settings['DATA_DIR'] ?? '', { ...settings, LOG_LEVEL: 'error' });
  for (const [name, value] of Object.entries(s3)) process.env[name] = value;
  try {
    return await openALetter(readEnv({ ...settings, PUBLIC_URL: server.url }));
  } finally {
    for (const name of Object.keys(s3)) Reflect.deleteProperty(process.env, name);
    await server.stop();
  }
}

export async function uploadsIn(settings: Settings): Promise<string[]> {
  const store = makeBlobStore(readEnv(settings), settings);
  return store.listUploads().finally(() => store.close());
}

import BetterSqlite3 from 'better-sqlite3';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ownTables } from '#db/own-tables.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { openALetter } from '../../commands/rehearsal/open-letter.ts';
import { onPostgres } from './postgres-rows.ts';
import { startServer } from './server.ts';
import { sha256 } from './uploads.ts';

export type Settings = Record<string, string>;

type Dump = Record<string, string[]>;

/** All values as words, whatever either database makes of them. */
const asLine = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, value === null ? null : String(value)]),
  );

/** All rows of a database file. */
export function rowsOfFile(dataDir: string): Dump {
  const db = new BetterSqlite3(dataPaths(dataDir).database, { readonly: true });
  try {
    const tables = ownTables(db).map((name) => {
      const rows = db.prepare<[], object>(`SELECT * FROM ${name}`).all();
      return [name, rows.map(asLine).toSorted()];
    });
    return Object.fromEntries(tables) as Dump;
  } finally {
    db.close();
  }
}

/** The same of PostgreSQL. */
export const rowsAt = (url: string): Promise<Dump> =>
  onPostgres(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%'`,
    );
    const dump: Dump = {};
    for (const { name } of tables) {
      const { rows } = await client.query<object>(`SELECT * FROM ${name}`);
      dump[name] = rows.map(asLine).toSorted();
    }
    return dump;
  });

/** Paths and hashes of all files of photos. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['photos', 'uploads']) {
    const entries = await readdir(path.join(dataDir, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      found.push(`${path.relative(dataDir, file)} ${sha256(await readFile(file))}`);
    }
  }
  return found.toSorted();
}

/** The same of a bucket. */
export async function storedOf(settings: Settings): Promise<string[]> {
  const { PHOTO_STORE } = readEnv(settings);
  if (!PHOTO_STORE) throw new Error('no bucket');
  const bucket = await openBucket(PHOTO_STORE, settings);
  const found: string[] = [];
  for await (const { key } of bucket.list('')) {
    const parts = await (await bucket.get(key)).stream.toArray();
    found.push(`${key} ${sha256(Buffer.concat(parts as Buffer[]))}`);
  }
  bucket.close();
  return found.toSorted();
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

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#db/migrations/index.ts';
import { findLink } from '#domains/letter/link.ts';
import { asAppError } from '#server/failures.ts';
import { claimDataFolder, dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';
import { openDatabase, takeRoomToWrite } from '#server/sqlite/database.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import { makeCast } from '../support/cast.ts';
import { makeItem } from '../support/items.ts';
import { needs } from '../support/needs.ts';
import { makeRuntime } from '../support/runtime.ts';
import { onlyOnFile } from '../support/on-file.ts';

let folder: string;
let opened: Db[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-db-'));
});
afterEach(async () => {
  for (const db of opened) await db.destroy();
  opened = [];
  await rm(folder, { recursive: true, force: true });
});

function open(): Db {
  const db = openDatabase(path.join(folder, 'test.sqlite'));
  opened.push(db);
  return db;
}
const migrate = () => upgradeDatabase(path.join(folder, 'test.sqlite'), { copies: folder });
const schemaOf = async (db: Db) =>
  (await sql`SELECT type, name, sql FROM sqlite_schema ORDER BY name`.execute(db)).rows;

describe('migrations', () => {
  test('create the whole schema in an empty file, and change nothing the second time', async () => {
    const db = open();
    await migrate();
    const schema = await schemaOf(db);
    expect(schema.length).toBeGreaterThan(30);
    await migrate();
    expect(await schemaOf(db)).toEqual(schema);
  });

  test('are named in execution order', () => {
    const names = Object.keys(migrations);
    expect(names).toEqual([...names].sort());
    const numbers = names.map((name) => /^\d{4}(?=_)/.exec(name)?.[0]);
    expect(new Set(numbers).size).toBe(names.length);
    expect(numbers).not.toContain(undefined);
  });

  test("refuse a newer version's database with one line, and leave it unchanged", async () => {
    const db = open();
    await migrate();
    await sql`INSERT INTO kysely_migration VALUES ('9999_invent_time', '2030-01-01')`.execute(db);
    const before = await schemaOf(db);
    await expect(migrate()).rejects.toThrow(/newer version.*9999_invent_time/);
    expect(await schemaOf(db)).toEqual(before);
  });
});

describe('the schema', () => {
  test('is strict: no table accepts a text for a number', async () => {
    const db = open();
    await migrate();
    const tables = await sql<{ name: string; strict: number }>`
      SELECT name, strict FROM pragma_table_list
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kysely_%'`.execute(db);
    expect(tables.rows.filter(({ strict }) => strict === 0)).toEqual([]);
  });

  test('has no references into another facility', async () => {
    const rt = await makeRuntime();
    const { host, foreignResident, otherHost, resident } = await makeCast(rt);
    const own = await makeItem(rt, host.id, { residentId: resident.id, takenOn: '2026-09-01' });
    await rt.db
      .insertInto('blob_files')
      .values({ blob_id: own.blob_id, name: 'x', host_id: host.id, byte_size: 1, sha256: 'x' })
      .execute();
    const leaks = [
      rt.db.updateTable('items').set({ resident_id: foreignResident.id }),
      rt.db.updateTable('items').set({ host_id: otherHost.id }).where('id', '=', own.id),
      rt.db.updateTable('families').set({ host_id: otherHost.id, resident_id: resident.id }),
      rt.db.updateTable('blob_files').set({ host_id: otherHost.id }),
    ];
    for (const leak of leaks) await expect(leak.execute()).rejects.toThrow(/foreign key/i);
  });
});

test.each([
  ['nothing was read', () => Promise.resolve()],
  ['prepared queries read', (rt: Runtime) => findLink(rt.readConnection, '')],
])(
  'closing writes the log back into the file, which tells a demo, where %s (P28)',
  onlyOnFile("SQLite's log"),
  async (_where, read) => {
    const rt = await openRuntime(readEnv({ DATA_DIR: folder }));
    await sql`SELECT 1`.execute(rt.db);
    await read(rt);
    await rt.close();
    expect(existsSync(`${dataPaths(folder).database}-wal`)).toBe(false);
  },
);

describe('a connection', () => {
  test('has the promised settings', async () => {
    const db = open();
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5000);
    expect(await pragma('trusted_schema')).toBe(0);
  });

  test(
    'completes a transaction whatever another process writes meanwhile',
    onlyOnFile('another process that writes to the file'),
    async () => {
      const rt = await makeRuntime();
      const { host } = await makeCast(rt);
      const other = new BetterSqlite3(dataPaths(rt.dataDir).database, { timeout: 0 });
      const write = () => other.exec("UPDATE hosts SET name = '別の名前'");
      await rt.db.transaction().execute(async (tx) => {
        await tx.selectFrom('hosts').select('name').execute();
        expect(write).toThrow('locked');
        await tx
          .updateTable('hosts')
          .set({ name: '新しい名前' })
          .where('id', '=', host.id)
          .execute();
      });
      write();
      other.close();
    },
  );
});

describe('a full disk', () => {
  test(
    'is the error of a transaction, not its second rollback',
    onlyOnFile('how SQLite tells of a full disk'),
    async () => {
      const rt = await makeRuntime();
      const { host } = await makeCast(rt);
      const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(rt.db);
      const full = sql.raw(`PRAGMA max_page_count = ${rows[0]?.page_count ?? 0}`);
      await full.execute(rt.db);
      const rename = rt.db.transaction().execute(async (tx) => {
        const name = '長'.repeat(100_000);
        await tx.updateTable('hosts').set({ name }).where('id', '=', host.id).execute();
      });
      const error = await rename.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'SQLITE_FULL' });
      expect(asAppError(error)).toMatchObject({ status: 507 });
      await sql`PRAGMA max_page_count = 1000000`.execute(rt.db);
      const kept = await rt.db
        .selectFrom('hosts')
        .select('name')
        .where('id', '=', host.id)
        .execute();
      expect(kept).toEqual([{ name: host.name }]);
    },
  );

  test(
    'has a reserve for small changes, taken while there was space',
    onlyOnFile('space inside the file'),
    async () => {
      const rt = await makeRuntime();
      const before = await schemaOf(rt.db);
      await takeRoomToWrite(rt.db);
      expect(await schemaOf(rt.db)).toEqual(before);
      const { rows } = await sql<{ freelist_count: number }>`PRAGMA freelist_count`.execute(rt.db);
      expect(rows[0]?.freelist_count).toBeGreaterThan(1000);
    },
  );
});

describe('the data folder', () => {
  const settings = () => readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });

  test('serves one server at a time', async () => {
    const first = await openRuntime(settings());
    await expect(openRuntime(settings())).rejects.toThrow(/in use by another server/);
    await first.close();
    const second = await openRuntime(settings());
    await second.close();
  });

  test('keeps the secret for the next start', async () => {
    const first = await openRuntime(settings());
    const signature = first.secrets.sign('x', 1);
    await first.close();
    const second = await openRuntime(settings());
    expect(second.secrets.verify(signature, 'x', 1)).toBe(true);
    expect(second.secrets.verify(signature, 'y', 1)).toBe(false);
    await second.close();
  });

  test('from which version 0.2.0 moved the database is refused, and one that lost its photos is not', async () => {
    const { moved } = dataPaths(folder);
    await writeFile(moved, JSON.stringify({ database: 'postgres://db/tayori', photosWere: [] }));
    await expect(openRuntime(settings())).rejects.toThrow(
      /was moved to postgres:\/\/db\/tayori; use/,
    );
    expect(existsSync(dataPaths(folder).database)).toBe(false);
    await writeFile(moved, JSON.stringify({ photos: 's3://a/b', photosWere: ['DATA_DIR'] }));
    await (await openRuntime(settings())).close();
  });

  test('is unlocked when its server is gone', () => {
    const unlock = claimDataFolder(folder);
    expect(() => claimDataFolder(folder)).toThrow(/in use/);
    unlock();
    claimDataFolder(folder)();
  });

  test(
    'that is not writable: one line',
    needs(process.getuid?.() !== 0, 'root may write anywhere'),
    async () => {
      await chmod(folder, 0o500);
      expect(() => claimDataFolder(path.join(folder, 'x'))).toThrow(/^DATA_DIR .* is not writable/);
    },
  );

  test('that is a file: one line', () => {
    expect(() => claimDataFolder('/dev/null/x')).toThrow(/^DATA_DIR .* is not writable/);
  });
});

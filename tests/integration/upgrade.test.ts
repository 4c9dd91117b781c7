import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doneMigrations } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import { todayOfSqlite } from '../../scripts/schema.ts';
import { VERSIONS, makeOldDatabase, readRows } from '../support/old-database.ts';
import { BARE_ENV } from '../support/server.ts';
import { onlyInFull } from '../support/in-full.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-upgrade-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const copies = () => path.join(folder, 'backups');
const listCopies = () => readdir(copies()).catch(() => []);

const only = (name: string): Record<string, Migration> =>
  Object.fromEntries(Object.entries(migrations).filter(([known]) => known === name));

type Tables = ReturnType<typeof readRows>;

/** The tables and columns of `before`, except the count of changes that families see. */
const partOf = (tables: Tables, before: Tables) =>
  Object.entries(before).map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'content_version');
    const kept = (tables[table] ?? []).map((row) => columns.map((column) => row[column]));
    return { table, columns, kept };
  });

const later = (up: Migration['up']): Record<string, Migration> => ({
  ...migrations,
  '9001_first_of_two': { up: (db) => sql`CREATE TABLE first (a)`.execute(db) as never },
  '9002_second_of_two': { up },
});

describe('an upgrade', () => {
  /** 0.2.0, some between, and the newest two. */
  const some = VERSIONS.filter((_, n) => n % 8 === 0 || n >= VERSIONS.length - 2);
  const others = VERSIONS.filter((version) => !some.includes(version));
  describe.each([
    ['some', some, {}],
    ['the others', others, onlyInFull],
  ] as const)('of %s', (_which, versions, options) => {
    test.each(versions)('from %s keeps every row, after a copy', options, async (version) => {
      const file = await makeOldDatabase(folder, version);
      const before = readRows(file);
      const rt = await openRuntime(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
      await rt.close();
      const sqlite = new BetterSqlite3(file);
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(sqlite.pragma('foreign_key_check')).toEqual([]);
      expect(doneMigrations(sqlite)).toEqual(VERSIONS);
      sqlite.close();
      expect(partOf(readRows(file), before)).toEqual(partOf(before, before));
      const made = await listCopies();
      if (version === VERSIONS.at(-1)) {
        expect(made).toEqual([]);
        return;
      }
      expect(made).toHaveLength(1);
      expect(made[0]).toContain(`before-${VERSIONS[VERSIONS.indexOf(version) + 1] ?? ''}-`);
      expect(readRows(path.join(copies(), made[0] ?? ''))).toEqual(before);
    });
  });

  test('starts from what 0.2.0 left, table for table and trigger for trigger', async () => {
    const [first = ''] = VERSIONS;
    const released = await makeOldDatabase(folder, first);
    for (const [table, rows] of Object.entries(readRows(released))) {
      expect(rows, `rows of ${table}`).not.toEqual([]);
    }
    const fresh = path.join(folder, 'fresh.sqlite');
    await upgradeDatabase(fresh, { copies: copies(), to: only(first) });
    expect(todayOfSqlite(fresh)).toEqual(todayOfSqlite(released));
  });

  test('records the baseline in place of what 0.2.0 held, and of the same day', async () => {
    const file = await makeOldDatabase(folder, VERSIONS[0] ?? '');
    const recorded = () => {
      const sqlite = new BetterSqlite3(file, { readonly: true });
      const rows = sqlite
        .prepare('SELECT name, timestamp FROM kysely_migration ORDER BY name')
        .all();
      sqlite.close();
      return rows as { name: string; timestamp: string }[];
    };
    const [first] = recorded();
    expect(first?.name).toBe('0001_create_people');
    await upgradeDatabase(file, { copies: copies() });
    expect(recorded().map(({ name }) => name)).toEqual(VERSIONS);
    expect(recorded()[0]?.timestamp).toBe(first?.timestamp);
  });

  test('makes of it the same schema as of an empty file', async () => {
    const old = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const fresh = path.join(folder, 'fresh.sqlite');
    await upgradeDatabase(fresh, { copies: copies() });
    expect(todayOfSqlite(old)).toEqual(todayOfSqlite(fresh));
    expect(await listCopies()).toEqual([]);
  });

  test('keeps the three newest copies', async () => {
    const file = await makeOldDatabase(folder, VERSIONS[0] ?? '');
    await mkdir(copies());
    for (const day of ['01', '02', '03', '04']) {
      await writeFile(path.join(copies(), `before-0001_x-202601${day}T000000Z.sqlite`), '');
    }
    await writeFile(path.join(copies(), 'mine.sqlite'), '');
    await upgradeDatabase(file, { copies: copies() });
    const kept = (await listCopies()).sort();
    expect(kept).toHaveLength(4);
    expect(kept.slice(0, 2)).toEqual([
      'before-0001_x-20260103T000000Z.sqlite',
      'before-0001_x-20260104T000000Z.sqlite',
    ]);
    expect(kept).toContain('mine.sqlite');
  });
});

describe('an upgrade that fails', () => {
  test('leaves the database unchanged, including everything before the failure', async () => {
    const file = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const before = readRows(file);
    const failing = upgradeDatabase(file, {
      copies: copies(),
      to: later((db) => sql`DELETE FROM hosts; nonsense`.execute(db) as never),
    });
    await expect(failing).rejects.toThrow(
      /^the upgrade failed \(9002_second_of_two: .*\); the database is unchanged; a copy is .*before-9001_first_of_two-.*\.sqlite$/,
    );
    expect(readRows(file)).toEqual(before);
    const [copy = ''] = await listCopies();
    expect(readRows(path.join(copies(), copy))).toEqual(before);
    await upgradeDatabase(file, { copies: copies() });
  });

  test('includes one that would leave dangling references', async () => {
    const file = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const before = readRows(file);
    const to = later((db) => sql`DELETE FROM residents`.execute(db) as never);
    await expect(upgradeDatabase(file, { copies: copies(), to })).rejects.toThrow(
      /would have dangling references\); the database is unchanged/,
    );
    expect(readRows(file)).toEqual(before);
  });

  test('changes nothing if no copy can be made', async () => {
    const file = await makeOldDatabase(folder, VERSIONS[2] ?? '');
    const before = readRows(file);
    await writeFile(copies(), 'a file in the way');
    await expect(upgradeDatabase(file, { copies: copies() })).rejects.toThrow(
      /^the database was not upgraded because it could not be copied/,
    );
    expect(readRows(file)).toEqual(before);
  });

  test('rebuilds a table without emptying the tables that refer to it', async () => {
    const file = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const before = readRows(file);
    const to = later(async (db) => {
      await db.transaction().execute(async (tx) => {
        await sql`CREATE TABLE contacts_new AS SELECT * FROM contacts`.execute(tx);
        await sql`DROP TABLE contacts`.execute(tx);
        await sql`ALTER TABLE contacts_new RENAME TO contacts`.execute(tx);
        await sql`CREATE TABLE kept AS SELECT * FROM staffs`.execute(tx);
        await sql`DROP TABLE staffs`.execute(tx);
        const schema = `CREATE TABLE staffs (id TEXT PRIMARY KEY, host_id TEXT, email TEXT, name TEXT,
          name_kana TEXT, role TEXT, password_hash TEXT, confirmed_at TEXT, last_seen_at TEXT,
          created_at TEXT, UNIQUE (host_id, id))`;
        await sql.raw(schema).execute(tx);
        await sql`INSERT INTO staffs SELECT * FROM kept`.execute(tx);
      });
    });
    await upgradeDatabase(file, { copies: copies(), to });
    expect(partOf(readRows(file), before)).toEqual(partOf(before, before));
  });
});

describe('starting a server', () => {
  const start = () =>
    spawnSync(process.execPath, ['tests/support/open-runtime.ts'], {
      encoding: 'utf8',
      env: { ...BARE_ENV, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    });

  test("on a newer version's database is refused, and leaves it unchanged", async () => {
    const file = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const sqlite = new BetterSqlite3(file);
    sqlite.exec(`INSERT INTO kysely_migration VALUES ('9999_invent_time', '2030-01-01')`);
    sqlite.close();
    const before = await readFile(file);
    const { status, stderr } = start();
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(
      'tsukidayori: the database is from a newer version (it has 9999_invent_time)',
    );
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await listCopies()).toEqual([]);
  });

  test.each(['0001_create_people', '0030_tell_the_operator', '0039_keep_figures'])(
    'on a database that ends with %s is refused, and leaves it unchanged',
    async (last) => {
      const file = await makeOldDatabase(folder, VERSIONS[0] ?? '');
      const sqlite = new BetterSqlite3(file);
      sqlite.prepare('DELETE FROM kysely_migration WHERE name > ?').run(last);
      sqlite.close();
      const before = await readFile(file);
      const { status, stderr } = start();
      expect(status).toBe(1);
      expect(stderr.trim()).toBe(
        `tsukidayori: the database is older than version 0.2.0 (it ends with ${last}) and is unchanged; start 0.2.0 on it once, then this version`,
      );
      expect((await readFile(file)).equals(before)).toBe(true);
      expect(await listCopies()).toEqual([]);
    },
  );

  test('on a folder in use is refused with one line', async () => {
    const rt = await openRuntime(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    const { status, stderr } = start();
    await rt.close();
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(`tsukidayori: DATA_DIR ${folder} is in use by another server`);
    expect(start().status).toBe(0);
  });
});

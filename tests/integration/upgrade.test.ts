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
  /** The oldest, some between, and the newest two. */
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

  test('makes consent nullable, otherwise only yes or no', async () => {
    const file = await makeOldDatabase(folder, '0015_say_what_was_done');
    await upgradeDatabase(file, { copies: copies() });
    const sqlite = new BetterSqlite3(file);
    const answers = sqlite.prepare('SELECT photo_consent FROM residents ORDER BY id').pluck();
    expect(answers.all()).toEqual([1, 0]);
    const set = (value: number | null) =>
      sqlite.prepare(`UPDATE residents SET photo_consent = ? WHERE id = 'r1'`).run(value);
    const version = sqlite.prepare(`SELECT content_version FROM hosts WHERE id = 'h1'`).pluck();
    const before = Number(version.get());
    set(null);
    expect(answers.all()).toEqual([null, 0]);
    expect(version.get()).toBe(before + 1);
    expect(() => set(2)).toThrow(/CHECK/);
    sqlite.exec(`INSERT INTO residents (id, host_id, name, token, created_at)
      VALUES ('r3', 'h1', '山田 正雄', 'tr3', '2026-10-17T00:00:00Z')`);
    expect(answers.all()).toEqual([null, 0, null]);
    sqlite.close();
  });

  test('counts earlier attempts as failures, except one under way', async () => {
    const file = await makeOldDatabase(folder, '0020_ask_for_consent');
    const old = new BetterSqlite3(file);
    old.exec(`UPDATE jobs SET state = 'running', attempts = 3`);
    old.exec(`UPDATE outbox SET attempts = 5`);
    old.close();
    await upgradeDatabase(file, { copies: copies() });
    const sqlite = new BetterSqlite3(file);
    const failures = (table: string) => sqlite.prepare(`SELECT failures FROM ${table}`).pluck();
    expect([failures('jobs').get(), failures('outbox').get()]).toEqual([2, 5]);
    sqlite.close();
  });

  test('numbers links by their age, except those that may be of another address', async () => {
    const file = await makeOldDatabase(folder, '0032_sign_the_operator_in');
    const old = new BetterSqlite3(file);
    old.exec(`DELETE FROM families; DELETE FROM audit_logs;
      INSERT INTO families (id, token, created_at, renewed_at, host_id, resident_id, name, delivery)
        SELECT column1, column1, column2, column3, 'h1', 'r1', '', 'link' FROM (VALUES
          ('forgotten', '2026-01-01', NULL), ('older', '2026-02-02', NULL),
          ('together', '2026-02-02', NULL), ('changed', '2026-02-03', NULL),
          ('renewed', '2026-02-01', '2026-02-05'));
      INSERT INTO audit_logs (id, host_id, action, target, created_at) VALUES
        ('1', 'h1', 'session.started', NULL, '2026-02-01'),
        ('2', 'h1', 'family.changed', 'renewed', '2026-02-03'),
        ('3', 'h1', 'family.changed', 'changed', '2026-02-04')`);
    old.close();
    await upgradeDatabase(file, { copies: copies() });
    const sqlite = new BetterSqlite3(file);
    const rows = sqlite.prepare('SELECT id, link_number FROM families ORDER BY id').raw().all();
    sqlite.close();
    expect(rows).toEqual([
      ['changed', null],
      ['forgotten', null],
      ['older', 2],
      ['renewed', 4],
      ['together', 2],
    ]);
  });

  test('makes the same schema whether it came step by step or at once', async () => {
    const schema = (file: string) => {
      const sqlite = new BetterSqlite3(file, { readonly: true });
      const rows = sqlite.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
      sqlite.close();
      return rows;
    };
    const old = await makeOldDatabase(folder, VERSIONS.at(-1) ?? '');
    const fresh = path.join(folder, 'fresh.sqlite');
    await upgradeDatabase(fresh, { copies: copies() });
    expect(schema(old)).toEqual(schema(fresh));
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

  test('on a folder in use is refused with one line', async () => {
    const rt = await openRuntime(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
    const { status, stderr } = start();
    await rt.close();
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(`tsukidayori: DATA_DIR ${folder} is in use by another server`);
    expect(start().status).toBe(0);
  });
});

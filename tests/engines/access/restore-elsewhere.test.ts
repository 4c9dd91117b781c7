import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { upgradeAt } from '#server/postgres/open.ts';
import { openRuntime } from '#server/runtime.ts';
import { command } from '../../support/backups.ts';
import { signedIn } from '../../support/cast.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import { interrupted } from '../../support/interrupted.ts';
import type { Settings } from '../../support/moving.ts';
import { filesOf, openLetter, rowsAt, rowsOfFile, storedOf } from '../../support/moving.ts';
import { needs } from '../../support/needs.ts';
import { jpeg } from '../../support/pictures.ts';
import { onPostgres, rowsIn } from '../../support/postgres-rows.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../../support/postgres-server.ts';
import { Random } from '../../support/random.ts';
import { randomWrites, startRows } from '../../support/random-writes.ts';
import { upload } from '../../support/uploads.ts';

const programs = findPostgres();
const missing = programs ? CEPH_MISSING : POSTGRES_MISSING;
const canRun = programs !== null && hasCeph();
const PASSWORD = 'not-to-be-shown';
const ODD = 'かっこ{} "引用" \\ 改行\n, NULL 😀 \'';

describe('a backup of a folder', needs(canRun, missing), () => {
  let postgres: PostgresServer;
  let ceph: Ceph;
  let folder: string;
  let n = 0;
  /** Of one test. */
  let home: string;
  let cluster: Settings & { DATA_DIR: string };
  let url: string;

  beforeAll(async () => {
    [postgres, ceph] = await Promise.all([startPostgres(programs ?? ''), startCeph()]);
    await makeBucket(ceph, 'restored');
  });
  afterAll(async () => {
    await postgres.stop();
    await ceph.stop();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-elsewhere-'));
    home = path.join(folder, 'data');
    await cp(inject('world').dataDir, home, { recursive: true });
    const name = `restored_${++n}`;
    await onPostgres(postgres.url('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
    url = Object.assign(new URL(postgres.url(name)), { password: PASSWORD }).href;
    cluster = {
      DATA_DIR: path.join(folder, 'server'),
      DATABASE_URL: url,
      PHOTO_STORE: `s3://restored/${n}`,
      APP_SECRET: (await readFile(dataPaths(home).secret, 'utf8')).trim(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...ceph.env,
    };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** @returns the folder of the backup */
  async function backUp(code = 0): Promise<string> {
    expect(await command('commands/backup.ts', [], { DATA_DIR: home })).toMatchObject({ code });
    const { backups } = dataPaths(home);
    const sets = (await readdir(backups)).filter((one) => /^\d/.test(one));
    return path.join(backups, sets.toSorted().at(-1) ?? '');
  }
  const restore = (backup: string, to: Settings, ...more: string[]) =>
    command('commands/restore.ts', [backup, ...more], to);

  /** An upload that became no photo yet, one that waits for its variants, and odd texts. */
  async function addUnfinished(): Promise<void> {
    const { cast } = inject('world');
    const rt = await openRuntime(readEnv({ DATA_DIR: home, LOG_LEVEL: 'silent' }));
    const actor = await signedIn(rt, cast.general);
    await upload(rt, actor, await jpeg({ width: 640 }));
    const { signed_id: blob } = await upload(rt, actor, await jpeg({ width: 641 }));
    await createItem(rt, actor, { residentId: null, caption: ODD, blob });
    await rt.close();
  }

  test('is restored into PostgreSQL and a bucket: every row and file, and a letter opens', async () => {
    await addUnfinished();
    const set = await backUp();
    const before = [rowsOfFile(home), await filesOf(home)];
    const done = await restore(set, cluster);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(/The database is postgres:.*: \d+ rows, each table with the same/);
    expect(done.stdout).not.toContain(PASSWORD);
    expect([rowsOfFile(home), await filesOf(home)]).toEqual(before);
    expect(await rowsAt(url)).toEqual(before[0]);
    // A preview that is not recorded yet is in no backup.
    expect(before[1]).toEqual(expect.arrayContaining(await storedOf(cluster)));
    expect((await storedOf(cluster)).length).toBeGreaterThan(20);
    const { DATA_DIR } = cluster;
    expect(existsSync(dataPaths(DATA_DIR).database)).toBe(false);
    expect(await filesOf(DATA_DIR)).toEqual([]);
    const verified = await command('commands/verify.ts', ['--stopped'], cluster);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(await openLetter(cluster, ceph.env)).toBeGreaterThan(0);
  });

  test('has its photos in a bucket and its rows in a file, if only that is set', async () => {
    const { DATA_DIR, PHOTO_STORE = '' } = cluster;
    const onFile = { ...ceph.env, DATA_DIR, PHOTO_STORE };
    const archive = path.join(folder, 'all.tar');
    const taken = command('commands/backup.ts', ['--file', archive], { DATA_DIR: home });
    expect(await taken).toMatchObject({ code: 0 });
    expect(await restore(archive, onFile)).toMatchObject({ code: 0, stderr: '' });
    expect(rowsOfFile(DATA_DIR)).toEqual(rowsOfFile(home));
    expect(await storedOf(onFile)).toEqual(await filesOf(home));
    expect(await openLetter(onFile, ceph.env)).toBeGreaterThan(0);
  });

  test.each([1, 2])('of rows at random is exact, with its triggers, seed %i', async (seed) => {
    const rt = await openRuntime(readEnv({ DATA_DIR: home, LOG_LEVEL: 'silent' }));
    await startRows(rt.db);
    for (const write of randomWrites(new Random(seed), 150)) {
      await write.run(rt.db).catch(() => undefined);
    }
    await rt.close();
    // Rows at random have no files.
    const done = await restore(await backUp(1), cluster, '--accept-damaged');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(await rowsAt(url)).toEqual(rowsOfFile(home));
    const triggers = await onPostgres(url, async (client) => {
      const { rows } = await client.query(
        `SELECT count(*) FILTER (WHERE tgenabled = 'O')::int AS on,
          count(*) FILTER (WHERE tgenabled <> 'O')::int AS off FROM pg_trigger WHERE NOT tgisinternal`,
      );
      return rows[0] as { on: number; off: number };
    });
    expect(triggers.on).toBeGreaterThan(20);
    expect(triggers.off).toBe(0);
  });

  test('that is killed anywhere on its way leaves no row, and goes on the next time', async () => {
    const set = await backUp();
    const whole = {
      ...cluster,
      DATABASE_URL: postgres.url(`whole_${n}`),
      PHOTO_STORE: `${cluster['PHOTO_STORE'] ?? ''}-whole`,
    };
    await onPostgres(postgres.url('postgres'), (client) =>
      client.query(`CREATE DATABASE whole_${n}`),
    );
    const { ms, code } = await interrupted(
      ['commands/restore.ts', set],
      { ...whole, DATA_DIR: path.join(folder, 'whole') },
      null,
    );
    expect(code).toBe(0);
    for (const part of [0.3, 0.6, 0.8]) {
      const stop = { stopAfterMs: Math.round(ms * part), how: null };
      const ended = await interrupted(['commands/restore.ts', set], cluster, stop);
      if (ended.code === 0) break;
      expect(ended.code).toBeNull();
      expect(await rowsIn(url)).toBe(0);
    }
    if ((await rowsIn(url)) === 0) {
      expect(await restore(set, cluster)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await rowsAt(url)).toEqual(rowsOfFile(home));
    expect(await storedOf(cluster)).toEqual(await filesOf(home));
    const again = await restore(set, { ...cluster, DATA_DIR: path.join(folder, 'again') });
    expect(again.stderr).toMatch(/^Nothing was restored: DATABASE_URL: the database is not empty/);
    expect(existsSync(path.join(folder, 'again'))).toBe(false);
  });

  test('is refused where something is, or may be lost', async () => {
    const set = await backUp();
    const refused = async (settings: Settings = cluster): Promise<string> => {
      const { code, stderr, stdout } = await restore(set, settings);
      expect(code).toBe(1);
      expect(stderr + stdout).not.toContain(PASSWORD);
      expect(stderr).toContain('Nothing was restored: ');
      return stderr;
    };
    expect(await refused({ ...cluster, APP_SECRET: 'x'.repeat(40) })).toMatch(/APP_SECRET is not/);
    expect(await refused({ ...cluster, PHOTO_STORE: '' })).toMatch(/PHOTO_STORE/);
    await onPostgres(url, async (client) => {
      await client.query('CREATE TABLE other (id int)');
      expect(await refused()).toMatch(/not empty \(it has a table other\)/);
      await client.query('DROP TABLE other');
    });
    await upgradeAt(url);
    await onPostgres(url, async (client) => {
      // This connection has the same user: a server may be running.
      expect(await refused()).toMatch(/1 connections are open in it: stop all servers first/);
      await client.query(`INSERT INTO kysely_migration VALUES ('9999_invent_time', '2030-01-01')`);
      expect(await refused()).toMatch(/newer version.*9999_invent_time/);
      await client.query(`DELETE FROM kysely_migration WHERE name LIKE '9999%'`);
      await client.query(
        `INSERT INTO contacts (id, name, email, body, created_at) VALUES ('1', '', '', '', '')`,
      );
      expect(await refused()).toMatch(/not empty \(it has rows in contacts\)/);
      await client.query('DELETE FROM contacts');
    });
    const other = { ...cluster, PHOTO_STORE: `s3://nowhere/${n}` };
    expect(await refused(other)).toMatch(/PHOTO_STORE: .*NoSuchBucket/);
    // As a bucket that another service uses.
    const { blobId } = inject('world').items.own;
    const onFile = {
      ...ceph.env,
      DATA_DIR: path.join(folder, 'third'),
      PHOTO_STORE: cluster['PHOTO_STORE'] ?? '',
    };
    expect(await restore(set, onFile)).toMatchObject({ code: 0 });
    const rt = await openRuntime(readEnv({ DATA_DIR: home, LOG_LEVEL: 'silent' }));
    await rt.db.deleteFrom('items').where('blob_id', '=', blobId).execute();
    await rt.db.deleteFrom('blob_files').where('blob_id', '=', blobId).execute();
    await rt.db.deleteFrom('blobs').where('id', '=', blobId).execute();
    await rt.close();
    expect((await restore(await backUp(), cluster)).stderr).toMatch(
      /holds photos that this backup does not know, the first is photos\//,
    );
    expect(await rowsIn(url)).toBe(0);
  });

  test('with a damaged file names it, and leaves it out only when asked', async () => {
    const set = await backUp();
    const { own, hall } = inject('world').items;
    const at = (id: string, name: string) => path.join(set, 'photos', id.slice(0, 2), id, name);
    await rm(at(own.blobId, '360.webp'));
    await rm(at(hall.blobId, 'master.jpg'));
    await writeFile(at(hall.blobId, 'master.jpg'), 'x');
    const refused = await restore(set, cluster);
    expect(refused.stderr).toMatch(/is missing or damaged; use another backup/);
    expect(await rowsIn(url)).toBe(0);
    const accepted = await restore(set, cluster, '--accept-damaged');
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
    expect(accepted.stdout).toMatch(/^2 damaged files were left out/m);
    expect(await rowsAt(url)).toEqual(rowsOfFile(home));
    expect(await storedOf(cluster)).toHaveLength((await filesOf(home)).length - 2);
  });
});

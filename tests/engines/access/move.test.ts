import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { upgradeAt } from '#server/postgres/open.ts';
import { createItem } from '#domains/item/create-items.ts';
import { claimDataFolder, dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { verifyDataFolder } from '../../../commands/verify.ts';
import { signedIn } from '../../support/cast.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import type { Settings } from '../../support/moving.ts';
import {
  dumpFile,
  filesOf,
  killedMove,
  openLetter,
  runMove,
  uploadsIn,
  writeSettings,
} from '../../support/moving.ts';
import { needs } from '../../support/needs.ts';
import { jpeg } from '../../support/pictures.ts';
import { onPostgres, rowsIn } from '../../support/postgres-rows.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../../support/postgres-server.ts';
import { Random } from '../../support/random.ts';
import { randomWrites, startRows } from '../../support/random-writes.ts';
import { drainJobs, upload } from '../../support/uploads.ts';

const programs = findPostgres();
const missing = programs ? CEPH_MISSING : POSTGRES_MISSING;
const canRun = programs !== null && hasCeph();
const PASSWORD = 'not-to-be-shown';
const ODD = 'かっこ{} "引用" \\ 改行\n, NULL 😀 \'';

describe('a move', needs(canRun, missing), () => {
  let postgres: PostgresServer;
  let ceph: Ceph;
  let folder: string;
  let n = 0;
  /** Of one test. */
  let home: string;
  let file: Settings;
  let cluster: Settings;
  let url: string;

  beforeAll(async () => {
    [postgres, ceph] = await Promise.all([startPostgres(programs ?? ''), startCeph()]);
    await makeBucket(ceph, 'moved');
  });
  afterAll(async () => {
    await postgres.stop();
    await ceph.stop();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-move-'));
    home = path.join(folder, 'data');
    file = { DATA_DIR: home };
    await cp(inject('world').dataDir, home, { recursive: true });
    const name = `moved_${++n}`;
    await onPostgres(postgres.url('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
    url = Object.assign(new URL(postgres.url(name)), { password: PASSWORD }).href;
    cluster = {
      DATA_DIR: home,
      DATABASE_URL: url,
      PHOTO_STORE: `s3://moved/${n}`,
      APP_SECRET: (await readFile(dataPaths(home).secret, 'utf8')).trim(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...ceph.env,
    };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const settingsIn = (name: string, settings: Settings) =>
    writeSettings(path.join(folder, `${name}.env`), settings);

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

  test('to PostgreSQL and a bucket, and back into a folder, changes nothing', async () => {
    await addUnfinished();
    const before = [dumpFile(home), await filesOf(home)];
    const there = await runMove(file, await settingsIn('there', cluster));
    expect(there).toMatchObject({ code: 0, stderr: '' });
    expect(there.stdout).toMatch(/table hosts: 3 rows, the same in both/);
    expect(there.stdout).not.toContain(PASSWORD);
    expect([dumpFile(home), await filesOf(home)]).toEqual(before);
    expect(before[1]?.length).toBeGreaterThan(20);

    const back = path.join(folder, 'back');
    const rest = { DATA_DIR: back, APP_SECRET: cluster['APP_SECRET'] ?? '' };
    const ended = await runMove(cluster, await settingsIn('back', rest));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect([dumpFile(back), await filesOf(back)]).toEqual(before);
    expect((await verifyDataFolder(back, { graceMs: 0 })).findings).toEqual([]);

    expect(await openLetter(rest, ceph.env)).toBeGreaterThan(0);
  });

  test.each([1, 2])(
    'of rows alone is exact, with the triggers as before, seed %i',
    async (seed) => {
      const rt = await openRuntime(readEnv({ DATA_DIR: home, LOG_LEVEL: 'silent' }));
      await startRows(rt.db);
      for (const write of randomWrites(new Random(seed), 150)) {
        await write.run(rt.db).catch(() => undefined);
      }
      await rt.close();
      const before = dumpFile(home);
      const onlyRows = { ...cluster, PHOTO_STORE: '' };
      // Photos in a folder are for one server, so this step is made through the bucket.
      expect((await runMove(file, await settingsIn('no', onlyRows))).stderr).toMatch(/PHOTO_STORE/);
      const inBucket = { ...ceph.env, DATA_DIR: home, PHOTO_STORE: cluster['PHOTO_STORE'] ?? '' };
      const there = await runMove(inBucket, await settingsIn('there', cluster));
      expect(there).toMatchObject({ code: 0, stderr: '' });
      const off = await onPostgres(url, async (client) => {
        const { rows } = await client.query(
          `SELECT count(*) FILTER (WHERE tgenabled = 'O')::int AS on,
          count(*) FILTER (WHERE tgenabled <> 'O')::int AS off FROM pg_trigger WHERE NOT tgisinternal`,
        );
        return rows[0] as { on: number; off: number };
      });
      expect(off.on).toBeGreaterThan(20);
      expect(off.off).toBe(0);
      await rm(dataPaths(home).database);
      const back = await runMove(cluster, await settingsIn('back', inBucket));
      expect(back).toMatchObject({ code: 0, stderr: '' });
      expect(dumpFile(home)).toEqual(before);
    },
  );

  test('killed anywhere leaves the source, and goes on the next time', async () => {
    await addUnfinished();
    let before = [dumpFile(home), await filesOf(home)];
    const from = await settingsIn('from', file);
    const to = await settingsIn('to', cluster);
    for (const line of [0, 6, 9, 36]) {
      expect(await killedMove(from, to, line), `killed at line ${line}`).toBe(true);
      expect([dumpFile(home), await filesOf(home)]).toEqual(before);
      expect(existsSync(dataPaths(home).moved)).toBe(false);
      expect(await rowsIn(url)).toBe(0);
    }
    // A server went on meanwhile, and finished what an earlier move copied unfinished.
    const rt = await openRuntime(readEnv({ DATA_DIR: home, LOG_LEVEL: 'silent' }));
    await drainJobs(rt);
    await rt.close();
    before = [dumpFile(home), await filesOf(home)];
    const ended = await runMove(file, to);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(Number(/, (\d+) were there/.exec(ended.stdout)?.[1])).toBeGreaterThan(10);
    expect(await uploadsIn(cluster)).toHaveLength(1);
    const again = await runMove(file, to);
    expect(again.stderr).toMatch(/was moved to postgres:.*; use the settings of that move/);
    await rm(dataPaths(home).moved);
    const forced = await runMove(file, to);
    expect(forced.stderr).toMatch(/not empty.*if an earlier move finished, use the new settings/);
    expect(await rowsIn(url)).toBeGreaterThan(50);

    const back = path.join(folder, 'back');
    const rest = { DATA_DIR: back, APP_SECRET: cluster['APP_SECRET'] ?? '' };
    const home2 = await settingsIn('home', rest);
    for (const line of [4, 20]) {
      expect(await killedMove(to, home2, line), `killed at line ${line}`).toBe(true);
      expect(existsSync(dataPaths(back).database)).toBe(false);
    }
    expect(await runMove(cluster, home2)).toMatchObject({ code: 0, stderr: '' });
    expect([dumpFile(back), await filesOf(back)]).toEqual(before);
  });

  test('is refused where something is, or may be lost', async () => {
    const to = await settingsIn('to', cluster);
    const refused = async (settings: Settings = cluster, from = file): Promise<string> => {
      const { code, stderr, stdout } = await runMove(from, await settingsIn('other', settings));
      expect(code).toBe(1);
      expect(stderr + stdout).not.toContain(PASSWORD);
      expect(stderr).toContain('The present database and photos are as they were');
      return stderr;
    };
    expect(await refused(file)).toMatch(/name the same database and photos/);
    expect((await runMove(file, `${to}x`)).stderr).toMatch(/there is no .*to\.envx/);
    expect(await refused({ ...cluster, APP_SECRET: 'x'.repeat(40) })).toMatch(/same APP_SECRET/);
    expect(
      await refused({ ...cluster, DATA_DIR: path.join(folder, 'b'), PHOTO_STORE: '' }),
    ).toMatch(/PHOTO_STORE/);

    const unlock = claimDataFolder(home);
    expect(await refused()).toMatch(/in use by another server/);
    unlock();

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
    const strange = path.join(folder, 'strange');
    await cp(path.join(home, 'photos'), path.join(strange, 'photos'), { recursive: true });
    await cp(path.join(home, 'photos'), path.join(strange, 'photos', 'zz', 'zzother'), {
      recursive: true,
    });
    expect(await refused({ DATA_DIR: strange })).toMatch(
      /photos that this database does not know, the first is photos.zz/,
    );
    expect(await rowsIn(url)).toBe(0);
  });

  test('a missing or damaged file is named, and only left out when asked', async () => {
    const { own, hall } = inject('world').items;
    const at = (id: string, name: string) => path.join(home, 'photos', id.slice(0, 2), id, name);
    await rm(at(own.blobId, '360.webp'));
    await writeFile(at(hall.blobId, 'master.jpg'), 'x');
    const other = { DATA_DIR: path.join(folder, 'other') };
    const to = await settingsIn('to', other);
    const refused = await runMove(file, to);
    expect(refused.stderr).toMatch(/is missing or damaged; see npm run verify/);
    expect(existsSync(dataPaths(other.DATA_DIR).database)).toBe(false);
    const accepted = await runMove(file, to, ['--accept-damaged']);
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
    expect(accepted.stdout).toMatch(/^2 missing or damaged files were left out/m);
    expect(dumpFile(other.DATA_DIR)).toEqual(dumpFile(home));
  });
});

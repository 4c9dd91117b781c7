import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { SERVER_ARGS } from '../../../scripts/server-command.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import { command } from '../../support/command.ts';
import type { Settings } from '../../support/moving.ts';
import { openLetter, runMove, writeSettings } from '../../support/moving.ts';
import { needs } from '../../support/needs.ts';
import { onPostgres } from '../../support/postgres-rows.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../../support/postgres-server.ts';

const programs = findPostgres();
const missing = programs ? CEPH_MISSING : POSTGRES_MISSING;
const canRun = programs !== null && hasCeph();
const PASSWORD = 'not-to-be-shown';

describe('after a move', needs(canRun, missing), () => {
  let postgres: PostgresServer;
  let ceph: Ceph;
  let folder: string;
  let n = 0;
  let home: string;
  let file: Settings;
  let cluster: Settings;

  beforeAll(async () => {
    [postgres, ceph] = await Promise.all([startPostgres(programs ?? ''), startCeph()]);
    await makeBucket(ceph, 'moved');
  });
  afterAll(async () => {
    await postgres.stop();
    await ceph.stop();
  });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-moved-'));
    home = path.join(folder, 'data');
    file = { DATA_DIR: home };
    await cp(inject('world').dataDir, home, { recursive: true });
    const name = `left_${++n}`;
    await onPostgres(postgres.url('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
    cluster = {
      DATA_DIR: home,
      DATABASE_URL: Object.assign(new URL(postgres.url(name)), { password: PASSWORD }).href,
      PHOTO_STORE: `s3://moved/${n}`,
      APP_SECRET: (await readFile(dataPaths(home).secret, 'utf8')).trim(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...ceph.env,
    };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const moveTo = async (from: Settings, to: Settings) =>
    runMove(from, await writeSettings(path.join(folder, 'next.env'), to));

  type Programs = [string, string[]][];
  const START: Programs = [[SERVER_ARGS[0] ?? '', [...SERVER_ARGS.slice(1)]]];
  const ALL: Programs = [
    ...START,
    ['commands/admin.ts', ['status']],
    ['commands/verify.ts', ['--quick']],
    ['commands/postcodes.ts', ['none.csv']],
    ['commands/move.ts', ['--to', 'next.env']],
  ];
  const ALL_ON_FILE: Programs = [
    ...ALL,
    ['commands/backup.ts', []],
    ['commands/backup.ts', ['copy']],
    ['commands/backup.ts', ['rehearse']],
    ['commands/restore.ts', ['none.tar']],
    ['demo/seed.ts', ['--reset']],
  ];

  /** @returns the line that the last one says */
  async function expectRefused(
    settings: Settings,
    place: string,
    by: Programs = START,
  ): Promise<string> {
    const next = path.join(folder, 'next.env');
    let line = '';
    for (const [program, args] of by) {
      const given = args.map((arg) => (arg === 'next.env' ? next : arg));
      const { code, stdout, stderr } = await command(program, given, { PORT: '0', ...settings });
      const what = `${program} ${args.join(' ')}: ${stdout}${stderr}`;
      expect([code, stdout], what).toEqual([1, '']);
      line = stderr.split('\n').find((one) => one.includes('move')) ?? '';
      expect(line, what).toContain(place);
      expect(line, what).toMatch(/use the settings of that move \(or, to use what was left here, /);
      expect(stderr, what).not.toMatch(/not-to-be-shown|    at /);
    }
    return line;
  }

  const placeOf = ({ DATABASE_URL = '' }: Settings): string => {
    const { host, pathname } = new URL(DATABASE_URL);
    return `postgres://${host}${pathname}`;
  };

  test('what was left behind is refused, until it is moved back there', async () => {
    const archive = path.join(folder, 'before.tar');
    expect(await command('commands/backup.ts', ['--file', archive], file)).toMatchObject({
      code: 0,
    });
    const moved = await moveTo(file, cluster);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(/nothing starts with the present settings any more/);
    const before = (await readdir(home)).toSorted();
    const [database, bucket] = [placeOf(cluster), `s3://moved/${n}/ at 127.0.0.1`];
    const words = `was moved to ${database} and its photos to ${bucket}`;
    const told = await expectRefused(file, words, ALL_ON_FILE);
    expect(told).toContain(`delete ${dataPaths(home).moved}`);
    expect((await readdir(home)).toSorted()).toEqual(before);
    // An emptied folder would look like a new one.
    await rm(dataPaths(home).database);
    await expectRefused(file, database, ALL.slice(0, 2));
    expect(await openLetter(cluster, ceph.env)).toBeGreaterThan(0);
    const other = path.join(folder, 'restored');
    const restored = await command('commands/restore.ts', [archive, '--to', other], file);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(dataPaths(other).moved)).toBe(false);

    const rest = { ...file, APP_SECRET: cluster['APP_SECRET'] ?? '' };
    expect(await moveTo(cluster, rest)).toMatchObject({ code: 0, stderr: '' });
    await expectRefused(cluster, `was moved to ${dataPaths(home).database}`, ALL);
    await expectRefused({ ...cluster, DATA_DIR: other }, dataPaths(home).database);
    expect(await openLetter(rest, ceph.env)).toBeGreaterThan(0);
  });

  test('photos are refused where they were, and the database goes on', async () => {
    const first = { ...file, ...ceph.env, PHOTO_STORE: `s3://moved/first-${n}` };
    const second = { ...first, PHOTO_STORE: `s3://moved/second-${n}` };
    const works = async (settings: Settings) =>
      expect(await command('commands/verify.ts', ['--stopped'], settings)).toMatchObject({
        code: 0,
        stderr: '',
      });
    expect(await moveTo(file, first)).toMatchObject({ code: 0, stderr: '' });
    await expectRefused(file, `photos of DATA_DIR ${home} were moved to s3://moved/first-${n}/ at`);
    await works(first);
    expect(await moveTo(first, second)).toMatchObject({ code: 0, stderr: '' });
    await expectRefused(file, `s3://moved/second-${n}/`);
    await expectRefused(first, `s3://moved/second-${n}/`);
    expect(await openLetter(second, ceph.env)).toBeGreaterThan(0);

    // The database remembers it wherever it goes.
    const third = { ...cluster, PHOTO_STORE: second.PHOTO_STORE };
    expect(await moveTo(second, third)).toMatchObject({ code: 0, stderr: '' });
    await expectRefused({ ...third, PHOTO_STORE: first.PHOTO_STORE }, 'second');
    await works(third);

    const back = { ...file, APP_SECRET: cluster['APP_SECRET'] ?? '' };
    await rm(dataPaths(home).database);
    expect(await moveTo(third, back)).toMatchObject({ code: 0, stderr: '' });
    await expectRefused({ ...back, ...second }, `were moved to ${path.join(home, 'photos')}`);
    await works(back);
  });
});

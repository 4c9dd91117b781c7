import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { makeFacilities } from '../bench/facilities.ts';
import { hashOfRows, sizeOf } from '../bench/move-instance.ts';
import type { Ceph } from '../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import { command } from '../support/command.ts';
import { interrupted } from '../support/interrupted.ts';
import type { Settings } from '../support/moving.ts';
import { rowsAt, rowsOfFile, storedOf } from '../support/moving.ts';
import { onPostgres, rowsIn } from '../support/postgres-rows.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../support/postgres-server.ts';
import { Random } from '../support/random.ts';
import type { HostilePart, HostileResult } from './part.ts';

const FACILITIES = 12;
/** One round in so many ends a server instead of the command. */
const SERVERS_EVERY = 5;
/** One in so many starts with nothing at the target. */
const NEW_EVERY = 2;

/** A restore that ends anywhere leaves no row, and the same command finishes it (P1). */
export const moves: HostilePart = {
  name: 'moves',
  promise: 'P1',
  says: 'a restore into PostgreSQL and a bucket is killed on its way, or one of these is',
  count: 30,
  async run({ seed, count }) {
    const programs = findPostgres();
    if (!programs || !hasCeph()) {
      const skipped = programs ? CEPH_MISSING : POSTGRES_MISSING;
      return { cases: 0, broken: [], skipped };
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-moves-'));
    const postgres = await startPostgres(programs);
    const ceph = await startCeph();
    try {
      await makeBucket(ceph, 'moves');
      const home = path.join(folder, 'data');
      await makeFacilities(home, { count: FACILITIES + 1, residents: 20, months: 12 });
      const random = new Random(seed);
      return await new Moves({ random, folder, home, postgres, ceph }).run(count);
    } finally {
      await ceph.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Scene {
  random: Random;
  folder: string;
  home: string;
  postgres: PostgresServer;
  ceph: Ceph;
}

class Moves {
  readonly #scene: Scene;
  readonly #broken: string[] = [];
  #secret = '';
  #set = '';

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async run(count: number): Promise<HostileResult> {
    const { home, random } = this.#scene;
    const { backups, secret } = dataPaths(home);
    const taken = await command('commands/backup.ts', [], { DATA_DIR: home });
    if (taken.code !== 0) throw new Error(taken.stderr);
    const sets = (await readdir(backups)).filter((one) => /^\d/.test(one));
    this.#set = path.join(backups, sets[0] ?? '');
    this.#secret = (await readFile(secret, 'utf8')).trim();
    const before = { hash: hashOfRows(home), ...sizeOf(home) };
    let to = await this.#target(0);
    const whole = await this.#restore(to, null);
    if (whole.code !== 0) throw new Error(whole.said);
    let [killed, inVain, ended] = [0, 0, 0];
    for (let n = 1; n <= count; n++) {
      if ((await this.#rowsIn(to)) > 0 || n % NEW_EVERY === 0) to = await this.#target(n);
      const how = n % SERVERS_EVERY === 0 ? this.#endServer(n) : null;
      const stopAfterMs = Math.round(random.next() * whole.ms);
      const { code, said } = await this.#restore(to, { stopAfterMs, how });
      const now = await this.#rowsIn(to);
      const what = `${n}, ${how ? 'a server ended' : 'killed'} after ${stopAfterMs} ms`;
      if (now !== 0 && now !== before.rows) this.#broken.push(`${what}: ${now} of ${before.rows}`);
      if (code === 0 && now !== before.rows) this.#broken.push(`${what}: it said that it was done`);
      if (code === 1 && !said.includes('Nothing was restored')) {
        this.#broken.push(`${what}: ${said}`);
      }
      if (now === before.rows) ended++;
      else if (how) inVain++;
      else killed++;
    }
    if ((await this.#rowsIn(to)) > 0) to = await this.#target(count + 1);
    const { code, said } = await this.#restore(to, null);
    if (code !== 0) this.#broken.push(`at last: ${said}`);
    else await this.#compare(to);
    if (hashOfRows(home) !== before.hash) this.#broken.push('the source has other rows');
    const told = `${killed} killed, ${inVain} without a server, ${ended} came to their end`;
    return { cases: count, broken: this.#broken, figures: [[`of ${whole.ms} ms`, told]] };
  }

  async #compare(to: Settings): Promise<void> {
    const { home } = this.#scene;
    const rows = [rowsOfFile(home), await rowsAt(to['DATABASE_URL'] ?? '')].map((all) =>
      JSON.stringify(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
    if (rows[0] !== rows[1]) this.#broken.push('other rows arrived');
    const { files } = sizeOf(home);
    const { length } = await storedOf(to);
    if (length < files) this.#broken.push(`${length} of ${files} files arrived`);
  }

  async #target(n: number): Promise<Settings> {
    const { folder, postgres, ceph } = this.#scene;
    const name = `moves_${n}`;
    await onPostgres(postgres.url('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
    return {
      DATA_DIR: path.join(folder, `server-${n}`),
      DATABASE_URL: postgres.url(name),
      PHOTO_STORE: `s3://moves/${n}`,
      APP_SECRET: this.#secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...ceph.env,
    };
  }

  readonly #rowsIn = (to: Settings): Promise<number> => rowsIn(to['DATABASE_URL'] ?? '');

  readonly #restore = (to: Settings, stop: Parameters<typeof interrupted>[2]) =>
    interrupted(['commands/restore.ts', this.#set], to, stop);

  /** For a moment, in turns. */
  #endServer(n: number): () => Promise<void> {
    const { postgres, ceph } = this.#scene;
    if (n % (2 * SERVERS_EVERY) === 0) return () => postgres.restart('SIGQUIT');
    return async () => {
      await ceph.gateway.kill();
      await ceph.gateway.start();
    };
  }
}

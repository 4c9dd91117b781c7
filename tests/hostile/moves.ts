import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { UNMARK } from '#server/postgres/moved-comment.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { makeFacilities } from '../bench/facilities.ts';
import { hashOfRows, sizeOf } from '../bench/move-instance.ts';
import type { Ceph } from '../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import type { MoveSettings } from '../support/interrupted-move.ts';
import { interruptedMove } from '../support/interrupted-move.ts';
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

/** A move that ends anywhere leaves where it came from, and nothing half done (P1). */
export const moves: HostilePart = {
  name: 'moves',
  promise: 'P1',
  says: 'the command is killed anywhere on its way, or the database or the store is',
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

/** One way, with what must be true of its target. */
interface Way {
  name: string;
  from: MoveSettings;
  target: (n: number) => Promise<MoveSettings>;
  /** Rows that can be seen there. */
  rowsAt: (to: MoveSettings) => number | Promise<number>;
}

class Moves {
  readonly #scene: Scene;
  readonly #broken: string[] = [];
  readonly #figures: [string, string | number][] = [];
  #cases = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async run(count: number): Promise<HostileResult> {
    const { folder, home, postgres, ceph } = this.#scene;
    const before = { hash: hashOfRows(home), ...sizeOf(home) };
    const APP_SECRET = (await readFile(dataPaths(home).secret, 'utf8')).trim();
    const there = await this.#interrupt(count, before.rows, {
      name: 'there',
      from: { DATA_DIR: home },
      async target(n) {
        const name = `moves_${n}`;
        await onPostgres(postgres.url('postgres'), (client) =>
          client.query(`CREATE DATABASE ${name}`),
        );
        const stores = { DATABASE_URL: postgres.url(name), PHOTO_STORE: `s3://moves/${n}` };
        const more = { APP_SECRET, SMTP_URL: 'smtp://127.0.0.1:9', ...ceph.env };
        return { DATA_DIR: path.join(folder, 'server'), ...stores, ...more };
      },
      rowsAt: (to) => rowsIn(to['DATABASE_URL'] ?? ''),
    });
    const back = await this.#interrupt(count, before.rows, {
      name: 'back',
      from: there,
      target: (n) => Promise.resolve({ DATA_DIR: path.join(folder, `back-${n}`), APP_SECRET }),
      rowsAt: ({ DATA_DIR }) =>
        existsSync(dataPaths(DATA_DIR).database) ? sizeOf(DATA_DIR).rows : 0,
    });
    for (const dataDir of [home, back.DATA_DIR]) {
      if (hashOfRows(dataDir) !== before.hash) this.#broken.push(`${dataDir}: other rows`);
      const { findings } = await verifyDataFolder(dataDir, { graceMs: 0 });
      for (const { what } of findings) this.#broken.push(`${dataDir}: ${what}`);
    }
    return { cases: this.#cases, broken: this.#broken, figures: this.#figures };
  }

  /** @returns where the last one, which nothing interrupts, has moved it */
  async #interrupt(count: number, rows: number, way: Way): Promise<MoveSettings> {
    const { random } = this.#scene;
    let to = await way.target(0);
    const whole = await this.#move(way, to, null);
    let [killed, inVain, ended] = [0, 0, 0];
    for (let n = 1; n <= count; n++) {
      const there = await way.rowsAt(to);
      if (there > 0 || n % NEW_EVERY === 0) to = await way.target(n);
      const how = n % SERVERS_EVERY === 0 ? this.#endServer(n) : null;
      const stopAfterMs = Math.round(random.next() * whole.ms);
      const { code, said } = await this.#move(way, to, { stopAfterMs, how });
      const now = await way.rowsAt(to);
      const what = `${way.name} ${n}, ${how ? 'a server ended' : 'killed'} after ${stopAfterMs} ms`;
      if (now !== 0 && now !== rows) this.#broken.push(`${what}: ${now} of ${rows} rows`);
      if (code === 0 && now !== rows) this.#broken.push(`${what}: it said that it was done`);
      if (code === 1 && !said.includes('are as they were')) this.#broken.push(`${what}: ${said}`);
      if (now === rows) ended++;
      else if (how) inVain++;
      else killed++;
      this.#cases++;
    }
    if ((await way.rowsAt(to)) > 0) to = await way.target(count + 1);
    const { code, said } = await this.#move(way, to, null);
    if (code !== 0) this.#broken.push(`${way.name}, at last: ${said}`);
    const told = `${killed} killed, ${inVain} without a server, ${ended} came to their end`;
    this.#figures.push([`${way.name}, of ${whole.ms} ms`, told]);
    return to;
  }

  readonly #move = async (
    { from }: Way,
    to: MoveSettings,
    stop: { stopAfterMs: number; how: (() => Promise<void>) | null } | null,
  ) => {
    await unmark(from);
    return interruptedMove(this.#scene.folder, from, to, stop);
  };

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

/** It is moved again and again. */
const unmark = ({ DATA_DIR, DATABASE_URL: url }: MoveSettings): Promise<unknown> =>
  url === undefined
    ? rm(dataPaths(DATA_DIR).moved, { force: true })
    : onPostgres(url, (client) => client.query(UNMARK));

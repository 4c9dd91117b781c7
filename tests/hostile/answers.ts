import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import '#domains/wiring.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { brokenBy } from '../support/hidden-check.ts';
import { drawnAnswers } from '../support/hidden-walk.ts';
import { dropDatabase } from '../support/postgres-template.ts';
import { findPostgres, startPostgres } from '../support/postgres-server.ts';
import { onPostgres } from '../support/postgres-rows.ts';
import type { HostilePart } from './part.ts';

const TODAY = '2026-10-17T03:00:00.000Z';
const DATABASE = 'answers';

/** Pictures obey the narrowest answer that nobody has resolved, on both databases. */
export const answers: HostilePart = {
  name: 'answers',
  promise: 'P49',
  says: 'a no holds at once, on every surface after every step, whoever answers and resolves',
  count: 20,
  async run({ seed, count }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
    const programs = findPostgres();
    const postgres = programs ? await startPostgres(programs) : null;
    if (postgres) {
      await onPostgres(postgres.url('postgres'), (one) => one.query(`CREATE DATABASE ${DATABASE}`));
    }
    const found = { broken: [] as string[], hidden: 0, refused: 0 };
    try {
      for (const url of [undefined, postgres?.url(DATABASE)].slice(0, postgres ? 2 : 1)) {
        await walkOn(folder, url, fc.sample(drawnAnswers, { seed, numRuns: count }), found);
      }
    } finally {
      if (postgres) await dropDatabase(postgres.url(DATABASE));
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    }
    return {
      cases: count,
      broken: found.broken,
      figures: [
        ['databases', postgres ? 2 : 1],
        ['pictures of several people that were hidden', found.hidden],
        ['acts that were refused', found.refused],
      ],
    };
  },
};

async function walkOn(
  folder: string,
  DATABASE_URL: string | undefined,
  walks: (typeof drawnAnswers extends fc.Arbitrary<infer Walk> ? Walk : never)[],
  found: { broken: string[]; hidden: number; refused: number },
): Promise<void> {
  let now = Date.parse(TODAY);
  const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL });
  const rt = await openRuntime(env, { now: () => new Date(now) });
  try {
    for (const steps of walks) {
      now = Date.parse(TODAY);
      const walk = await brokenBy(rt, { advance: (ms) => (now += ms) }, steps, { asks: true });
      found.hidden += walk.tried;
      found.refused += walk.refused;
      const where = DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL';
      found.broken.push(
        ...walk.broken.map((text) => `${where}, ${text}: ${JSON.stringify(steps)}`),
      );
    }
  } finally {
    await rt.close();
  }
}

import type { Selectable } from 'kysely';
import type { LevelTable } from '#db/schema/figures.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { SPANS, startOf } from './spans.ts';

export type Levels = Omit<Selectable<LevelTable>, 'span' | 'at'>;

/** What is kept for a span: the least free space and the most of all else. */
const WORST: Record<keyof Levels, (a: number, b: number) => number> = {
  disk_free: Math.min,
  memory: Math.max,
  database_bytes: Math.max,
  photo_bytes: Math.max,
  mail_wait: Math.max,
  job_wait: Math.max,
};

const NAMES = Object.keys(WORST) as (keyof Levels)[];

function worseOf(known: Levels, found: Levels): Levels {
  const worse = { ...found };
  for (const name of NAMES) {
    const [a, b] = [known[name], found[name]];
    worse[name] = a === null || b === null ? (a ?? b) : WORST[name](a, b);
  }
  return worse;
}

/** Notes what was found in the rows of this moment, of all processes together. */
export async function keepLevels(
  rt: Pick<Runtime, 'db' | 'clock' | 'wakeMails' | 'wakeJobs'>,
  found: Levels,
): Promise<void> {
  const now = rt.clock.now();
  await inTransaction(rt, async ({ db }) => {
    for (const span of SPANS) {
      const key = { span, at: startOf(span, now) };
      const known = await db
        .selectFrom('levels')
        .select(NAMES)
        .where((eb) => eb.and(key))
        .executeTakeFirst();
      const row = known ? worseOf(known, found) : found;
      await db
        .insertInto('levels')
        .values({ ...key, ...row })
        .onConflict((conflict) => conflict.columns(['span', 'at']).doUpdateSet(row))
        .execute();
    }
  });
}

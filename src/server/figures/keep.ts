import { HOUR_MS } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { VERSION } from '#server/version.ts';
import type { Counted, Kind, Numbered } from './recorder.ts';
import { putBack, takeRecorded } from './recorder.ts';
import { KEPT_MS, SPANS, startOf } from './spans.ts';
import type { Span } from './spans.ts';
import { addSpread, readSpread, writeSpread } from './spread.ts';

type Parts = Pick<Runtime, 'db' | 'clock' | 'wakeMails' | 'wakeJobs'>;

/** For which an error's number can be looked up. */
const NUMBERS_DAYS = 30;
/** The oldest go first. */
const MOST_NUMBERS = 2000;
const NUMBERS_AT_ONCE = 50;

/**
 * Adds what this process recorded in memory to the rows of all processes, which take turns: a row is
 * read and written in one transaction. What cannot be written is tried again with the next.
 */
export async function keepFigures(rt: Parts): Promise<void> {
  const recorded = takeRecorded();
  if (recorded.counts.size === 0 && recorded.numbered.length === 0) return;
  const now = rt.clock.now();
  try {
    await inTransaction(rt, async ({ db }) => {
      for (const span of SPANS) {
        for (const [kind, counted] of recorded.counts) {
          await addFigure(db, span, startOf(span, now), kind, counted);
        }
      }
      await insertNumbers(db, recorded.numbered);
    });
  } catch (error) {
    putBack(recorded);
    throw error;
  }
}

async function addFigure(
  db: Db,
  span: Span,
  at: string,
  kind: Kind,
  { requests, errors, spread }: Counted,
): Promise<void> {
  const key = { span, at, kind, version: VERSION };
  const known = await db
    .selectFrom('figures')
    .select(['requests', 'errors', 'spread'])
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  const sum = readSpread(known?.spread ?? '');
  addSpread(sum, spread);
  const row = {
    requests: (known?.requests ?? 0) + requests,
    errors: (known?.errors ?? 0) + errors,
    spread: writeSpread(sum),
  };
  await db
    .insertInto('figures')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['span', 'at', 'kind', 'version']).doUpdateSet(row))
    .execute();
}

async function insertNumbers(db: Db, numbered: readonly Numbered[]): Promise<void> {
  for (let from = 0; from < numbered.length; from += NUMBERS_AT_ONCE) {
    const rows = numbered.slice(from, from + NUMBERS_AT_ONCE);
    await db
      .insertInto('error_numbers')
      .values(rows.map((row) => ({ ...row, version: VERSION })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Keeps the tables small: about 3 MB however much is asked (tests/integration/figures.test.ts). */
export async function forgetOldFigures({
  db,
  clock,
}: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();
  for (const span of SPANS) {
    for (const table of ['figures', 'levels'] as const) {
      await db
        .deleteFrom(table)
        .where('span', '=', span)
        .where('at', '<', before(KEPT_MS[span]))
        .execute();
    }
  }
  const oldest = await db
    .selectFrom('error_numbers')
    .select('at')
    .orderBy('at', 'desc')
    .offset(MOST_NUMBERS)
    .limit(1)
    .executeTakeFirst();
  const limits = [before(NUMBERS_DAYS * 24 * HOUR_MS), ...(oldest ? [oldest.at] : [])];
  await db
    .deleteFrom('error_numbers')
    .where('at', '<=', limits.sort().at(-1) ?? '')
    .execute();
}

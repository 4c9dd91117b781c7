import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRows, rowSchemas } from '#domains/operator/transfer/check-rows.ts';
import { renumbered } from '#domains/operator/transfer/new-ids.ts';
import { TABLES } from '#domains/operator/transfer/package.ts';
import { readLines } from '#domains/operator/transfer/read-package.ts';
import { rowRules } from '#domains/operator/transfer/row-rules.ts';
import { AppError } from '#lib/errors.ts';
import { rounds } from '../support/in-full.ts';
import { tablesOf } from '../support/packages/fill.ts';
import type { Mutation } from '../support/packages/mutations.ts';
import { apart, mutated, mutationsOf, nameOf } from '../support/packages/mutations.ts';
import { sourceOf, withRows } from '../support/packages/package.ts';
import type { Bench } from '../support/packages/try-packages.ts';
import { openBench, tryEach, tryPages, wordsProblem } from '../support/packages/try-packages.ts';
import { Random } from '../support/random.ts';
import { useSite } from './site.ts';

const SEED = 20261126;
const site = useSite();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench(site());
});
afterAll(() => bench.rt.close());

test('every column of a package has a rule', async () => {
  const rules: Record<string, object> = rowRules(new Date());
  const found: Record<string, string[]> = {};
  for (const { name, columns } of await site().factory.db.introspection.getTables()) {
    if (Object.hasOwn(rules, name)) found[name] = columns.map((column) => column.name).sort();
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(rules).map(([name, of]) => [name, Object.keys(of).sort()])),
  );
  expect(Object.keys(rules).sort()).toEqual([...TABLES].sort());
  expect(tablesOf(bench.of.lines)).toEqual([...TABLES]);
});

/** Without photos, and without writing anything. */
async function isTaken(
  mutation: Mutation,
  schemas: ReturnType<typeof rowSchemas>,
): Promise<boolean> {
  const files = withRows(bench.of, mutated(bench.of, [mutation]));
  try {
    const { lines } = checkRows(await readLines(sourceOf(files)), schemas);
    return renumbered(lines, false).length > 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(wordsProblem(error.message, mutation), nameOf(mutation)).toBeNull();
    return false;
  }
}

test('every value that nobody could have entered is refused in words, or everything opens', async () => {
  const random = new Random(SEED);
  const all = mutationsOf(bench.of, site().world);
  const some = all.filter(() => random.chance(rounds(0.1, 1)));
  const schemas = rowSchemas(new Date());
  const taken: Mutation[] = [];
  for (const mutation of some) if (await isTaken(mutation, schemas)) taken.push(mutation);
  expect(taken.length).toBeLessThan(some.length / 4);
  const opened: number[] = [];
  for (let round = 0; round < rounds(4, 40); round++) {
    const { count, broken } = await tryPages(bench, apart(taken, random));
    expect(broken).toEqual([]);
    opened.push(count);
  }
  // Some are refused together, or nobody can sign in.
  expect(Math.max(...opened)).toBeGreaterThan(60);
}, 300_000);

/** `npm run test:hostile -- packages` is the long form. */
test('a package is taken as a whole or not at all', async () => {
  const { broken, taken, cases } = await tryEach(bench, { seed: SEED, count: rounds(50, 400) });
  expect(broken).toEqual([]);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(cases);
}, 300_000);

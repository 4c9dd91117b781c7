import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON } from '../support/clock.ts';
import { brokenBy } from '../support/hidden-check.ts';
import { drawnAnswers } from '../support/hidden-walk.ts';
import { rounds } from '../support/in-full.ts';
import { makeRuntime } from '../support/runtime.ts';

/** P49; `npm run test:hostile -- answers` is its long form. */
test('pictures obey the narrowest answer that nobody has resolved, on every surface', async () => {
  const rt = await makeRuntime();
  const seen = { tried: 0, refused: 0 };
  const did = new Set<string>();
  const property = fc.asyncProperty(drawnAnswers, async (steps) => {
    rt.clock.set(NOON);
    // All surfaces after each step take seconds: of the first walk only.
    const asks = did.size === 0;
    const { broken, tried, refused, done } = await brokenBy(rt, rt.clock, steps, { asks });
    expect(broken).toEqual([]);
    seen.tried += tried;
    seen.refused += refused;
    for (const what of done) did.add(what);
  });
  await fc.assert(property, { numRuns: rounds(9, 40), seed: 49, endOnFailure: true });
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20);
  expect(DONE.filter((what) => !did.has(what))).toEqual([]);
}, 300_000);

const DONE = [
  ...['a family answers', 'a relative enters', 'all are taken in', 'on paper', 'in a list'],
  ...['confirm, compared', 'confirm, unseen', 'decline', 'renew', 'name', 'unname', 'delete'],
];

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON } from '../support/clock.ts';
import { drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { disagreements, shownItemIds } from '../support/family-views.ts';
import { brokenBy } from '../support/hidden-check.ts';
import { drawnWalk } from '../support/hidden-walk.ts';
import { makeRuntime } from '../support/runtime.ts';
import { rounds } from '../support/in-full.ts';

test('every surface agrees on what a family sees', async () => {
  const rt = await makeRuntime();
  const property = fc.asyncProperty(drawnFacility, async (drawn) => {
    const { actor, links, blobIds, mustNotSee } = await fillDrawn(rt, drawn);
    for (const link of links) {
      expect(await disagreements(rt, actor, link, blobIds)).toEqual([]);
      const shown = await shownItemIds(rt, link);
      const forbidden = mustNotSee(link.residentId);
      expect(shown.filter((id) => forbidden.includes(id))).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: rounds(15, 40), seed: 11 });
});

test('what is hidden stays so until an admin has answered, whatever staff do', async () => {
  const rt = await makeRuntime();
  const seen = { tried: 0, refused: 0 };
  const did = new Set<string>();
  const property = fc.asyncProperty(drawnWalk, async (steps) => {
    rt.clock.set(NOON);
    const { broken, tried, refused, done } = await brokenBy(rt, rt.clock, steps);
    expect(broken).toEqual([]);
    seen.tried += tried;
    seen.refused += refused;
    for (const what of done) did.add(what);
  });
  await fc.assert(property, { numRuns: 25, seed: 34, endOnFailure: true });
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20);
  expect(DONE.filter((what) => !did.has(what))).toEqual([]);
}, 300_000);

const DONE = [
  ...['add', 'copy', 'move', 'delete', 'restore', 'turn', 'order', 'date', 'leave out', 'let in'],
  ...['consent', 'keep', 'choose', 'delete all', 'for the own family', 'name', 'unname'],
  'a day later',
];

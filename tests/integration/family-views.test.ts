import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { disagreements, shownItemIds } from '../support/family-views.ts';
import { makeRuntime } from '../support/runtime.ts';

test('every surface agrees on what a family sees', async () => {
  const rt = await makeRuntime();
  const property = fc.asyncProperty(drawnFacility, async (drawn) => {
    const { actor, links, blobIds, hiddenItemIds } = await fillDrawn(rt, drawn);
    for (const link of links) {
      expect(await disagreements(rt, actor, link, blobIds)).toEqual([]);
      const shown = await shownItemIds(rt, link);
      expect(shown.filter((id) => hiddenItemIds.includes(id))).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: 40, seed: 11 });
});

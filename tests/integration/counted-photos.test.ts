import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLetterPhotos } from '#domains/letter/read-month-contents.ts';
import { readResidentLetter } from '#domains/letter/desk/preview.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { MONTHS, drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { rounds } from '../support/in-full.ts';
import { makeRuntime } from '../support/runtime.ts';

test('お一人ずつ and お便り一覧 count the photos that the letters show', async () => {
  const rt = await makeRuntime();
  let counted = 0;
  const property = fc.asyncProperty(drawnFacility, async (drawn) => {
    const { actor } = await fillDrawn(rt, drawn);
    await rt.db.updateTable('families').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
    for (const month of MONTHS) {
      const shown = new Set<string>();
      for (const { id, itemsCount, heldBack } of await readMonthLetters(rt, actor, month)) {
        const letter = (await readResidentLetter(rt, actor, month, id))?.letter;
        const items = letter?.items ?? [];
        if (heldBack) continue;
        const own = items.filter(({ residentId }) => residentId === id);
        expect(itemsCount, `${month} ${id}`).toBe(own.length);
        for (const { images, takenOn } of items) {
          const folder = images.src.split('/').slice(0, -1).join('/');
          shown.add(`${folder} ${takenOn}`);
        }
        counted += itemsCount;
      }
      expect(await countLetterPhotos(rt.db, actor.host.id, month)).toBeGreaterThanOrEqual(
        shown.size,
      );
      expect(await countLetterPhotos(rt.db, actor.host.id, month)).toBeLessThanOrEqual(
        shown.size + twins(drawn),
      );
    }
  });
  await fc.assert(property, { numRuns: rounds(40, 100), seed: 19 });
  expect(counted).toBeGreaterThan(10);
}, 300_000);

/** Of the same photo in two places a letter shows the own one, perhaps of another day. */
const twins = ({ photos }: { photos: readonly { copy: unknown }[] }): number =>
  photos.filter(({ copy }) => copy !== null).length;

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openArchive } from '../../src/features/letter/archive.service.ts';
import type { FamilyLetter } from '../../src/features/letter/letter.service.ts';
import { readFamilyLetter, readShelf } from '../../src/features/letter/letter.service.ts';
import type { Link } from '../../src/features/letter/link.service.ts';
import { familyPhotoAddress, mayFamilySeePhoto } from '../../src/features/photo/photo.access.ts';
import { AppError } from '../../src/lib/errors.ts';
import { MONTHS, drawnFacility, fillDrawn } from '../support/family-views.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

/** Addresses look like `/photos/family/<family>/<blob>/<signature>/<file>`. */
const partOf = (address: string, at: number): string => address.split('/')[at] ?? '';

const onlyMissing = (error: unknown): null => {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
};

/** The letters that a family can open, by month. */
async function readLetters(rt: TestRuntime, link: Link): Promise<Map<number, FamilyLetter>> {
  const letters = new Map<number, FamilyLetter>();
  for (const yearMonth of MONTHS) {
    const letter = await readFamilyLetter(rt, link, yearMonth).catch(onlyMissing);
    if (letter) letters.set(yearMonth, letter);
  }
  return letters;
}

/** The photos whose address opens, as the letters write it. */
const openPhotos = (rt: TestRuntime, link: Link, blobIds: string[]): string[] =>
  blobIds.filter((blobId) => {
    const signature = partOf(familyPhotoAddress(rt.secrets, link, blobId)('360.webp'), 5);
    return mayFamilySeePhoto(rt, link.familyId, blobId, signature);
  });

async function expectAgreement(rt: TestRuntime, link: Link, blobIds: string[]): Promise<void> {
  const letters = await readLetters(rt, link);
  const shown = [...letters.values()].flatMap(({ items }) =>
    items.map(({ images }) => partOf(images.src, 4)),
  );
  expect(openPhotos(rt, link, blobIds).sort()).toEqual([...new Set(shown)].sort());
  const shelf = (await readShelf(rt, link)).map(({ yearMonth }) => yearMonth);
  const delivered = [...letters.keys()].filter((yearMonth) => yearMonth < (MONTHS.at(-1) ?? 0));
  expect(delivered).toEqual(shelf);
  for (const [at, yearMonth] of shelf.entries()) {
    const { previous, next } = letters.get(yearMonth) ?? {};
    expect([previous, next]).toEqual([shelf[at - 1] ?? null, shelf[at + 1] ?? null]);
  }
  for (const yearMonth of MONTHS) {
    const hasPhotos = (letters.get(yearMonth)?.items.length ?? 0) > 0;
    expect((await openArchive(rt, link, yearMonth)) !== null).toBe(hasPhotos);
  }
}

test('letters, neighbours, archives and the addresses of photos agree on what a family sees', async () => {
  const rt = await makeRuntime();
  const property = fc.asyncProperty(drawnFacility, async (drawn) => {
    const { links, blobIds } = await fillDrawn(rt, drawn);
    for (const link of links) await expectAgreement(rt, link, blobIds);
  });
  await fc.assert(property, { numRuns: 40, seed: 11, endOnFailure: false });
});

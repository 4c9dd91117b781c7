import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createItem } from '#domains/item/create-items.ts';
import type { Item } from '#domains/item/item.ts';
import { DirectUploadInput, PHOTO_FILES } from '#domains/photo/photo.ts';
import { RECIPE } from '#lib/picture-recipe.ts';
import { masterSize } from '#lib/picture-size.ts';
import { openUploadSlot, receiveUpload } from '#domains/photo/take-in-photo.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError } from '#lib/errors.ts';
import { systemClock } from '#server/clock.ts';
import { parseInput } from '#server/parse-input.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import type { CorpusFile } from '../support/corpus.ts';
import { CORPUS, CORPUS_MISSING, readCorpus } from '../support/corpus.ts';
import { needs } from '../support/needs.ts';
import { openTestRuntime } from '../support/runtime.ts';
import { ORIGIN, announced, drainJobs, sha256, slotOf } from '../support/uploads.ts';
import { photoFile } from '../support/stored-files.ts';

const NEEDS_CORPUS = needs(CORPUS !== undefined, CORPUS_MISSING);
const photos = readCorpus('photos');
const broken = readCorpus('broken');

let rt: Awaited<ReturnType<typeof openTestRuntime>>;
let actor: Actor;
const taken = new Map<string, string>();
const counts = { accepted: 0, refused: 0 };

beforeAll(async () => {
  rt = await openTestRuntime(systemClock);
  actor = await signedIn(rt, (await makeCast(rt)).general);
});
afterAll(async () => {
  await rt.close();
  await rm(rt.dataDir, { recursive: true, force: true });
  console.log(`photo corpus: ${counts.accepted} taken, ${counts.refused} refused`);
});

/** A phone's upload, from slot to variants. */
async function exchange({ file }: CorpusFile): Promise<{ item: Item; blobId: string }> {
  const bytes = await readFile(file);
  const type = bytes.subarray(1, 4).toString() === 'PNG' ? 'image/png' : 'image/jpeg';
  const input = parseInput(DirectUploadInput, { blob: announced(bytes, type) });
  const slot = await openUploadSlot(rt, actor, input, ORIGIN);
  await receiveUpload(rt, slotOf(slot), type, Readable.from([bytes]));
  const item = await createItem(rt, actor, {
    residentId: null,
    caption: '',
    blob: slot.signed_id,
  });
  await drainJobs(rt);
  return { item, blobId: slot.id };
}

/** Every variant decodes, matches its hash and shape, and has no metadata. */
async function expectCleanFiles(blobId: string, width: number, height: number): Promise<void> {
  const noted = await rt.db
    .selectFrom('blob_files')
    .selectAll()
    .where('blob_id', '=', blobId)
    .execute();
  expect(noted.map(({ name }) => name).sort()).toEqual([...PHOTO_FILES].sort());
  for (const { name, sha256: hash } of noted) {
    const content = await rt.stored.read(photoFile(blobId, name));
    expect(sha256(content)).toBe(hash);
    const { exif, xmp, iptc, icc, orientation, ...shape } = await sharp(content).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
    // Rounding may take half a pixel from the shorter side.
    const scale = shape.width / width;
    expect(Math.abs(shape.height - height * scale), name).toBeLessThanOrEqual(1);
    if (name === RECIPE.master.name) {
      expect(shape).toMatchObject(masterSize({ width, height }, RECIPE.master.edge));
    }
    await sharp(content).resize(8, 8).raw().toBuffer();
  }
}

describe('real photos', NEEDS_CORPUS, () => {
  test.each(photos)('$name', async (photo) => {
    const isTurned = photo.orientation >= 5;
    const width = isTurned ? photo.height : photo.width;
    const height = isTurned ? photo.width : photo.height;
    const { item, blobId } = await exchange(photo);
    expect(item).toMatchObject({ width, height });
    await expectCleanFiles(blobId, width, height);
    taken.set(photo.name, blobId);
    counts.accepted++;
  });

  test('one scene in nine orientations looks the same nine times', async () => {
    const names = [...taken.keys()].filter((name) => /^Landscape_\d/.test(name));
    expect(names).toHaveLength(9);
    const [first, ...others] = await Promise.all(
      names.map(async (name) =>
        sharp(await rt.stored.read(photoFile(taken.get(name) ?? '', RECIPE.master.name)))
          .resize(48, 32, { fit: 'fill' })
          .raw()
          .toBuffer(),
      ),
    );
    for (const [n, other] of others.entries()) {
      const differences = [...other].map((value, at) => Math.abs(value - (first?.[at] ?? 0)));
      const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
      expect(mean, names[n + 1]).toBeLessThan(6);
    }
  });
});

describe('broken and hostile files', NEEDS_CORPUS, () => {
  test.each(broken)('$name: $expected', async (file) => {
    const result = await exchange(file).catch((error: unknown) => error);
    const isTaken = !(result instanceof Error);
    if (file.expected !== 'either')
      expect(isTaken, String(result)).toBe(file.expected === 'accept');
    if (isTaken) {
      const { item, blobId } = result as Awaited<ReturnType<typeof exchange>>;
      await expectCleanFiles(blobId, item.width, item.height);
      counts.accepted++;
      return;
    }
    if (!(result instanceof AppError)) throw result;
    expect(result.status).toBe(422);
    expect(Object.keys(result.errors ?? {}).length).toBeGreaterThan(0);
    counts.refused++;
  });

  test('leave nothing behind but accepted photos', async () => {
    expect(await rt.blobs.listUploads()).toEqual([]);
    const states = await rt.db.selectFrom('blobs').select('state').execute();
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['ready']));
    expect(states).toHaveLength(counts.accepted);
    expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});

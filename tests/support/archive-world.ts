import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { BREAK } from '#lib/break.ts';
import type { Archive } from '#domains/paper/archive/make-archive.ts';
import { openMonthArchive, openYearArchive } from '#domains/paper/archive/make-archive.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Files } from './archives.ts';
import { isPhoto } from './archives.ts';
import { makeCast, signedIn } from './cast.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';
import { photoFile } from './stored-files.ts';
import { sha256, uploadPhoto } from './uploads.ts';

/** A facility whose family takes letters home; the clock is in October 2026. */
export async function makeArchiveWorld() {
  const rt = await makeRuntime();
  const cast = await makeCast(rt);
  const general = await signedIn(rt, cast.general);

  const link = async () => {
    const { resident, family } = cast;
    const tokens = { residentToken: resident.token, familyToken: family.token };
    const opened = await openLink(rt, tokens);
    if (!opened) throw new Error('the link must open');
    return opened;
  };

  /** Adds a photo with its files. */
  async function add(
    takenOn: string,
    residentId: string | null = cast.resident.id,
    more: { bytes?: Buffer; caption?: string } = {},
  ) {
    const { id } = await uploadPhoto(rt, general, { residentId, takenOn, ...more });
    return { id, master: await masterOf(rt, id) };
  }

  const month = async (yearMonth = 202609) => openMonthArchive(rt, await link(), yearMonth);
  const year = async (of = 2026) => openYearArchive(rt, await link(), of);

  async function opened(archive: Promise<Archive | null> = month()) {
    const found = await archive;
    if (!found) throw new Error('there must be an archive');
    return found;
  }

  async function taken(archive: Promise<Archive | null> = month()) {
    const found = await opened(archive);
    const bytes = await buffer(found.stream());
    expect(bytes.length).toBe(found.byteSize);
    return bytes;
  }

  return { rt, cast, link, add, month, year, opened, taken };
}

export type ArchiveWorld = Awaited<ReturnType<typeof makeArchiveWorld>>;

async function masterOf(rt: TestRuntime, itemId: string): Promise<string> {
  const { blob_id: blobId } = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return photoFile(blobId, 'master.jpg');
}

export const hashesOf = (files: Files) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => isPhoto(name))
      .map(([name, file]) => [name, sha256(file)]),
  );

export const hashOf = async ({ stored }: TestRuntime, file: string) =>
  sha256(await stored.read(file));

/** Without the places where lines may break. */
export const pageOf = (files: Files, name = 'index.html'): string =>
  files[name]?.toString().replaceAll(BREAK, '') ?? '';

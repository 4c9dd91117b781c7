import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '#server/blob-store.ts';
import { MismatchError } from '#server/blob-store.ts';
import { codeOf, hashOf, hashOfStream } from '../backup/files.ts';
import type { FileRow, Photo } from './photos.ts';
import { photosOf } from './photos.ts';
import type { Say } from './rows.ts';
import type { Side } from './side.ts';
import { countRows } from './side.ts';

/** Stores answer several requests at a time faster than one after the other. */
const AT_ONCE = 4;

export interface Copied {
  files: number;
  bytes: number;
  /** There already, with the same content. */
  skipped: number;
  /** Missing or damaged where they come from. */
  lacking: number;
}

interface Stores {
  from: BlobStore;
  to: BlobStore;
}

export interface CopyOptions {
  /** An earlier move may have copied some. */
  mayBeThere: boolean;
  acceptDamaged: boolean;
  say: Say;
}

/**
 * Copies the files of all photos; each is compared with the hash in its row.
 * @throws Error with one line; what was copied stays, and is skipped the next time
 */
export async function copyFiles(side: Side, stores: Stores, options: CopyOptions): Promise<Copied> {
  const { say } = options;
  const total = await countRows(side, 'blobs');
  const photos = photosOf(side);
  const copied: Copied = { files: 0, bytes: 0, skipped: 0, lacking: 0 };
  let count = 0;
  let isEnded = false;
  const copyNext = async (): Promise<void> => {
    for (;;) {
      const next = isEnded ? null : await photos.next();
      if (!next || next.done) return;
      await copyPhoto(next.value, stores, options, copied);
      say(`photos: ${++count} of ${total}`, true);
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
    copyNext().catch((error: unknown) => {
      isEnded = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  say(`photos: all ${total}`);
  return copied;
}

const damaged = (file: string): string =>
  `${file} is missing or damaged; see npm run verify, or leave such files out with --accept-damaged`;

async function copyPhoto(
  photo: Photo,
  { from, to }: Stores,
  { mayBeThere, acceptDamaged }: CopyOptions,
  copied: Copied,
): Promise<void> {
  const { id, upload } = photo;
  const leaveOut = (file: string): void => {
    if (!acceptDamaged) throw new Error(damaged(file));
    copied.lacking++;
  };
  const work = await to.makeWorkFolder();
  const source = await from.makeWorkFolder();
  try {
    if (upload) {
      if (await copyUpload(id, upload, { from, to }, source)) count(copied, upload.byteSize);
      else leaveOut(`uploads/${id}`);
    }
    // An earlier move may have copied it, with its GPS position.
    else if (mayBeThere) await to.removeUpload(id);
    const files = [...photo.files, ...(await unrecorded(from, photo))];
    const there = mayBeThere ? await namesThere(to, id, files) : [];
    const lacking = files.filter(({ name }) => !there.includes(name));
    const fetched = await allOf(lacking.map((file) => fetchFile(from, id, file, work)));
    for (const { name } of lacking.filter((_, at) => !fetched[at])) leaveOut(`${id}/${name}`);
    const ready = lacking.filter((_, at) => fetched[at]);
    copied.skipped += there.length;
    if (ready.length > 0) await publish(to, id, work, ready);
    for (const { byteSize } of ready) count(copied, byteSize);
  } finally {
    await to.removeWorkFolder(work);
    await from.removeWorkFolder(source);
  }
}

function count(copied: Copied, byteSize: number): void {
  copied.files++;
  copied.bytes += byteSize;
}

/** A preview, before it is recorded: nothing says what its content should be. */
async function unrecorded(from: BlobStore, photo: Photo): Promise<FileRow[]> {
  if (!photo.isUnfinished) return [];
  const known = new Set(photo.files.map(({ name }) => name));
  const names = (await from.listPhoto(photo.id)).filter((name) => !known.has(name));
  return Promise.all(
    names.map(async (name) => ({
      name,
      byteSize: await from.sizeOf(photo.id, name),
      sha256: await hashOfStream(await from.stream(photo.id, name)),
    })),
  );
}

/** @returns false if it is missing or damaged */
async function copyUpload(
  id: string,
  upload: NonNullable<Photo['upload']>,
  { from, to }: Stores,
  work: string,
): Promise<boolean> {
  try {
    const file = await from.uploadFile(id, work);
    if ((await hashOf(file)) !== upload.sha256) throw new MismatchError();
    await to.receive(id, createReadStream(file), upload);
    return true;
  } catch (error) {
    if (!isLacking(error)) throw error;
    return false;
  }
}

const isLacking = (error: unknown): boolean =>
  error instanceof MismatchError || codeOf(error) === 'ENOENT';

/** @returns false if it is missing or damaged */
async function fetchFile(
  from: BlobStore,
  id: string,
  { name, sha256 }: FileRow,
  work: string,
): Promise<boolean> {
  const digest = createHash('sha256');
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const to = createWriteStream(path.join(work, name), { flags: 'wx' });
    await pipeline(await from.stream(id, name), meter, to);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  return digest.digest('hex') === sha256;
}

async function publish(to: BlobStore, id: string, work: string, files: FileRow[]): Promise<void> {
  const stored = await to.adopt(
    id,
    work,
    files.map(({ name }) => name),
  );
  for (const { name, sha256 } of files) {
    if (stored.get(name)?.sha256 !== sha256) throw new Error(`${id}/${name} arrived otherwise`);
  }
}

/** Those that arrived with an earlier move. */
async function namesThere(to: BlobStore, id: string, files: FileRow[]): Promise<string[]> {
  const listed = await to.listPhoto(id);
  const found = files.filter(({ name }) => listed.includes(name));
  const hashes = await allOf(
    found.map(async ({ name }) => hashOfStream(await to.stream(id, name))),
  );
  return found.filter(({ sha256 }, at) => sha256 === hashes[at]).map(({ name }) => name);
}

/** Waits for every one even if one fails: none may write once its folder is removed. */
async function allOf<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

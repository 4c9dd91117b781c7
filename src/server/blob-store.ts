import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFull } from '#lib/errors.ts';
import { dataPaths } from './data-folder.ts';
import { GUESTS, roomOn } from './disk-space.ts';
import { publish, syncPath } from './durable-file.ts';

export interface StoredFile {
  byteSize: number;
  sha256: string;
}

interface AnnouncedFile {
  byteSize: number;
  md5: string;
}

export interface BlobStore {
  receive(blobId: string, body: Readable, announced: AnnouncedFile): Promise<StoredFile>;
  room(): Promise<number>;
  /** Free bytes that trial facilities share. */
  roomForTrials(): Promise<number>;
  uploadPath(blobId: string): string;
  removeUpload(blobId: string): Promise<void>;
  listUploads(): Promise<string[]>;
  makeWorkFolder(): Promise<string>;
  /** Removes the folder of an abandoned job. */
  removeWorkFolder(workFolder: string): Promise<void>;
  /** Publishes a work folder's files as the photo's files, durably. */
  adopt(
    blobId: string,
    workFolder: string,
    names: readonly string[],
  ): Promise<Map<string, StoredFile>>;
  read(blobId: string, name: string): Promise<Buffer>;
  open(blobId: string, name: string): Promise<{ byteSize: number; stream: () => Readable }>;
  removePhoto(blobId: string): Promise<void>;
  listPhoto(blobId: string): Promise<string[]>;
}

export class MismatchError extends Error {}

/** Of temporary files. */
let counter = 0;

export function makeDiskBlobStore(dataDir: string): BlobStore {
  const { uploads, photos, temporary } = dataPaths(dataDir);
  const temporaryPath = (): string => path.join(temporary, `${process.pid}-${++counter}`);
  const uploadPath = (blobId: string): string => path.join(uploads, blobId);
  const photoFolder = (blobId: string): string => path.join(photos, blobId.slice(0, 2), blobId);

  return {
    uploadPath,
    async receive(blobId, body, announced) {
      if ((await roomOn(dataDir)) < announced.byteSize) throw diskFull();
      return writeUpload(body, announced, temporaryPath(), uploadPath(blobId));
    },
    room: () => roomOn(dataDir),
    roomForTrials: () => roomOn(dataDir, GUESTS),
    removeUpload: (blobId) => rm(uploadPath(blobId), { force: true }),
    listUploads: () => readdir(uploads),
    async makeWorkFolder() {
      const folder = temporaryPath();
      await mkdir(folder);
      return folder;
    },
    removeWorkFolder: (workFolder) => rm(workFolder, { recursive: true, force: true }),
    async adopt(blobId, workFolder, names) {
      const folder = photoFolder(blobId);
      const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
      const stored = await moveDurably(workFolder, folder, names);
      if (isNew) await syncFoldersUp(folder, photos);
      await rm(workFolder, { recursive: true, force: true });
      return stored;
    },
    read: (blobId, name) => readFile(path.join(photoFolder(blobId), name)),
    async open(blobId, name) {
      const file = path.join(photoFolder(blobId), name);
      const { size } = await stat(file);
      return { byteSize: size, stream: () => createReadStream(file) };
    },
    removePhoto: (blobId) => rm(photoFolder(blobId), { recursive: true, force: true }),
    listPhoto: (blobId) => readdir(photoFolder(blobId)).catch(() => []),
  };
}

async function writeUpload(
  body: Readable,
  announced: AnnouncedFile,
  temporary: string,
  file: string,
): Promise<StoredFile> {
  try {
    const stored = await writeVerified(temporary, body, announced);
    await publish(temporary, file);
    return stored;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function moveDurably(
  from: string,
  to: string,
  names: readonly string[],
): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for (const name of names) {
    const file = path.join(from, name);
    stored.set(name, await measure(file));
    await syncPath(file);
    await rename(file, path.join(to, name));
  }
  await syncPath(to);
  return stored;
}

async function writeVerified(
  file: string,
  body: Readable,
  announced: AnnouncedFile,
): Promise<StoredFile> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let byteSize = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      if (byteSize > announced.byteSize) {
        done(new MismatchError());
        return;
      }
      sha256.update(chunk);
      md5.update(chunk);
      done(null, chunk);
    },
  });
  const handle = await open(file, 'wx');
  try {
    await pipeline(body, meter, handle.createWriteStream());
  } finally {
    // A stream that opens the file itself could leave it behind when cancelled early.
    await handle.close();
  }
  if (byteSize !== announced.byteSize || md5.digest('base64') !== announced.md5) {
    throw new MismatchError();
  }
  return { byteSize, sha256: sha256.digest('hex') };
}

async function measure(file: string): Promise<StoredFile> {
  const sha256 = createHash('sha256');
  const handle = await open(file);
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      sha256.update(chunk as Buffer);
    }
    return { byteSize: (await handle.stat()).size, sha256: sha256.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** A new folder is durable only after its parents are synced. */
async function syncFoldersUp(folder: string, top: string): Promise<void> {
  for (let at = path.dirname(folder); at.startsWith(top); at = path.dirname(at)) await syncPath(at);
}

import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { diskFull } from '#lib/errors.ts';
import type { AnnouncedFile, BlobStore, StoredFile } from '#server/blob-store.ts';
import { dataPaths } from '#server/data-folder.ts';
import { GUESTS, roomOn } from '#server/disk-space.ts';
import { publish, syncPath } from '#server/durable-file.ts';
import { makeSpool, writeVerified } from './spool.ts';

/** Photos in the data folder. */
export function makeFolderStore(dataDir: string): BlobStore {
  const { uploads, photos } = dataPaths(dataDir);
  const spool = makeSpool(dataDir);
  const uploadPath = (blobId: string): string => path.join(uploads, blobId);
  const photoFolder = (blobId: string): string => path.join(photos, blobId.slice(0, 2), blobId);
  const photoPath = (blobId: string, name: string): string => path.join(photoFolder(blobId), name);

  return {
    ...spool,
    async receive(blobId, body, announced) {
      if ((await roomOn(dataDir)) < announced.byteSize) throw diskFull();
      return writeUpload(body, announced, spool.nextPath(), uploadPath(blobId));
    },
    room: () => roomOn(dataDir),
    roomForTrials: () => roomOn(dataDir, GUESTS),
    uploadFile: (blobId) => Promise.resolve(uploadPath(blobId)),
    photoFile: (blobId, name) => Promise.resolve(photoPath(blobId, name)),
    removeUpload: (blobId) => rm(uploadPath(blobId), { force: true }),
    listUploads: () => readdir(uploads),
    async adopt(blobId, workFolder, names) {
      const folder = photoFolder(blobId);
      const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
      const stored = await moveDurably(workFolder, folder, names);
      if (isNew) await syncFoldersUp(folder, photos);
      await rm(workFolder, { recursive: true, force: true });
      return stored;
    },
    async sizeOf(blobId, name) {
      const file = photoPath(blobId, name);
      await access(file, constants.R_OK);
      return (await stat(file)).size;
    },
    stream: (blobId, name) => Promise.resolve(createReadStream(photoPath(blobId, name))),
    async open(blobId, name) {
      const file = photoPath(blobId, name);
      const { size } = await stat(file);
      return {
        byteSize: size,
        stream: () => createReadStream(file),
        read: () => readFile(file),
        close: () => undefined,
      };
    },
    removeFile: (blobId, name) => rm(photoPath(blobId, name), { force: true }),
    removePhoto: (blobId) => rm(photoFolder(blobId), { recursive: true, force: true }),
    listPhoto: (blobId) => readdir(photoFolder(blobId)).catch(() => []),
    whyAway: () => Promise.resolve(null),
    close: () => undefined,
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

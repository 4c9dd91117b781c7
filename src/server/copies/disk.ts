import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '#lib/errors.ts';
import { roomOn } from '#server/disk-space.ts';
import { publish, syncPath } from '#server/durable-file.ts';
import type { Place, StoredFile } from './place.ts';
import { PARTS, newPart } from './place.ts';

/** A folder on a second disk, or one that another program carries away. */
export function openDisk(root: string, dataDir: string): Place {
  const at = (name: string): string => path.join(root, name);
  return {
    list: (folder) => filesBelow(at(folder)),
    read: (name) => readOrNull(at(name)),
    async send(file, name) {
      const { size } = await stat(file);
      if ((await roomOn(root)) < size) throw new Error(`not enough space in ${root}`);
      const part = at(`${PARTS}/${newPart()}`);
      await makeFolders(root, PARTS);
      await makeFolders(root, path.dirname(name));
      try {
        await copyFile(file, part, constants.COPYFILE_FICLONE);
        await publish(part, at(name));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    doubt: () => doubtOf(root, dataDir),
    async prepare() {
      await mkdir(root, { mode: 0o700 }).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      await syncPath(path.dirname(root));
    },
    close: () => undefined,
  };
}

/** Never the root itself, which is missing when the disk is not mounted. */
async function makeFolders(root: string, folder: string): Promise<void> {
  let at = root;
  for (const part of folder.split('/')) {
    const parent = at;
    at = path.join(at, part);
    try {
      await mkdir(at, { mode: 0o700 });
      await syncPath(parent);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function readOrNull(file: string): Promise<Readable | null> {
  try {
    const handle = await open(file, 'r');
    return handle.createReadStream({ highWaterMark: 256 * 1024 });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function* filesBelow(folder: string, below = ''): AsyncGenerator<StoredFile> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else yield { name, size: (await stat(path.join(folder, name))).size };
  }
}

/** A mount point without its disk is a folder on the root disk, which must not be filled. */
async function doubtOf(root: string, dataDir: string): Promise<string | null> {
  const device = (folder: string): Promise<number | null> =>
    stat(folder).then(
      ({ dev }) => dev,
      () => null,
    );
  const own = (await device(root)) ?? (await device(path.dirname(root)));
  if (own === null) return `${path.dirname(root)} does not exist`;
  if (own === (await device(dataDir))) return `${root} is on the same disk as DATA_DIR`;
  return own === (await device('/')) ? `${root} is on the system's disk` : null;
}

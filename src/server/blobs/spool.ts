import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnnouncedFile, StoredFile } from '#server/blob-store.ts';
import { MismatchError } from '#server/blob-store.ts';
import { dataPaths } from '#server/data-folder.ts';

/** Numbers temporary files. */
let counter = 0;

/** What both stores do in the data folder's `tmp`. */
export function makeSpool(dataDir: string) {
  const { temporary } = dataPaths(dataDir);
  const nextPath = (): string => path.join(temporary, `${process.pid}-${++counter}`);
  return {
    nextPath,
    async makeWorkFolder(): Promise<string> {
      const folder = nextPath();
      await mkdir(folder);
      return folder;
    },
    removeWorkFolder: (workFolder: string): Promise<void> =>
      rm(workFolder, { recursive: true, force: true }),
  };
}

/** @throws MismatchError */
export async function writeVerified(
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

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MANIFEST } from '#server/backup-sets.ts';
import { unpackSet } from '../backup/archive.ts';
import { makeFolderOf } from '../backup/files.ts';
import { isSetPath, linesOf, readEntries, readHeader } from '../backup/manifest.ts';
import type { PhotoSink } from './into-bucket.ts';
import { NotSent } from './into-bucket.ts';

/** Written while unpacking, then compared with the manifest, which comes last in an archive. */
const SEEN = 'seen.jsonl';

export interface Content {
  path: string;
  content: () => Readable | Promise<Readable>;
}

/** Where a backup comes from. */
export interface Source {
  name: string;
  /** The name of the backup. */
  set: string;
  /** Its list of files; not of a single file, where it is last. */
  list: () => Readable | Promise<Readable>;
  /** In the order of its file list, each read before the next. @param stage where they are written */
  contents: (stage: string) => AsyncIterable<Content>;
}

/** A folder, or a single file. @throws Error with one line */
export async function sourceAt(file: string): Promise<Source> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new Error(`${file} does not exist`);
  return {
    name: file,
    set: path.basename(file),
    list: () => createReadStream(path.join(file, MANIFEST)),
    contents: () => (found.isDirectory() ? folderContents(file) : unpackSet(file)),
  };
}

/** A file of a backup that is not as its list says, whatever is tried; all others may be. */
export class DamagedFile extends Error {}

/**
 * Unpacks a backup and verifies it against the manifest.
 * @param sink takes the photos, if they do not stay in the folder
 * @param leavesOut damaged photos, and what the service can lack, are left out, and named in `lacking`
 * @throws Error with one line
 */
export async function readInto(
  { name, contents }: Source,
  stage: string,
  leavesOut: boolean,
  sink: PhotoSink | null,
): Promise<Restored> {
  const mayLack = (file: string): boolean => leavesOut && CAN_LACK.test(file);
  try {
    await pipeline(
      Readable.from(unpack(contents(stage), stage, mayLack, sink)),
      createWriteStream(path.join(stage, SEEN)),
    );
    await sink?.finish();
    return await compare(stage, mayLack, sink);
  } catch (error) {
    if (error instanceof NotSent) throw error;
    throw new Error(`${name} is not a valid backup: ${messageOf(error)}`, { cause: error });
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function* folderContents(folder: string): AsyncGenerator<Content> {
  const read = (name: string): Content => ({
    path: name,
    content: () => createReadStream(path.join(folder, name)),
  });
  for await (const { path: name, damage } of readEntries(path.join(folder, MANIFEST))) {
    if (damage === undefined) yield read(name);
  }
  yield read(MANIFEST);
}

/** Without the database or the secret there is no service; without these there is. */
const CAN_LACK = /^(?:photos|uploads)\/|^postcodes\.sqlite$/;

/** Yields the manifest line of each file. */
async function* unpack(
  contents: AsyncIterable<Content>,
  stage: string,
  mayLack: (file: string) => boolean,
  sink: PhotoSink | null,
): AsyncGenerator<string> {
  for await (const { path: name, content } of contents) {
    if (name !== MANIFEST && !isSetPath(name)) throw new Error(`unexpected file ${name}`);
    const file = path.join(stage, name);
    await makeFolderOf(file);
    const written = await writeHashed(content, file).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      if (!mayLack(name)) throw damaged(name, error);
      return NOTHING;
    });
    if (written !== NOTHING) await sink?.take(name, file, written.sha256);
    if (name !== MANIFEST) yield `${JSON.stringify({ path: name, ...written })}\n`;
  }
}

/** Compared with what the list says, it is not it. */
const NOTHING = { size: -1, sha256: '' };

/** Another place or a later try would not help, as it would with a broken line. */
const isDamage = (error: unknown): boolean =>
  error instanceof DamagedFile ||
  (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EIO'));

const damaged = (file: string, cause?: unknown): Error =>
  new Error(
    `${file} is missing or damaged${CAN_LACK.test(file) ? '; use another backup, or restore all others with --accept-damaged' : ''}`,
    { cause },
  );

async function writeHashed(content: Content['content'], file: string) {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  // Never overwrites: no path occurs twice in a valid backup.
  await pipeline(await content(), meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest('hex') };
}

interface Written {
  path: string;
  size: number;
  sha256: string;
}

async function compare(
  stage: string,
  mayLack: (file: string) => boolean,
  sink: PhotoSink | null,
): Promise<Restored> {
  const manifest = path.join(stage, MANIFEST);
  const { madeAt } = await readHeader(manifest);
  const restored: Restored = { files: 0, bytes: 0, madeAt, lacking: [], hasSecret: false };
  const seen = linesOf(path.join(stage, SEEN));
  for await (const entry of readEntries(manifest)) {
    if (entry.damage !== undefined) {
      restored.lacking.push(entry.path);
      continue;
    }
    const { value } = await seen.next();
    const written = value === undefined ? null : (JSON.parse(value) as Written);
    if (written?.path !== entry.path) throw new Error(`${entry.path} is missing`);
    if (written.size !== entry.size || written.sha256 !== entry.sha256) {
      if (!mayLack(entry.path)) throw damaged(entry.path);
      await rm(path.join(stage, entry.path), { force: true });
      if (CAN_LACK.test(entry.path)) await sink?.drop(entry.path);
      restored.lacking.push(entry.path);
      continue;
    }
    restored.files++;
    restored.bytes += entry.size;
    restored.hasSecret ||= entry.path === 'secret';
  }
  if (!(await seen.next()).done)
    throw new Error('it contains files that its file list does not name');
  return restored;
}

export interface Restored {
  files: number;
  bytes: number;
  madeAt: string;
  /** Missing or damaged in the backup as well. */
  lacking: string[];
  hasSecret: boolean;
}

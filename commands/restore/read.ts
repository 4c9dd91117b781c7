import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MANIFEST } from '#server/backup-sets.ts';
import { unpackSet } from '../backup/archive.ts';
import { makeFolderOf } from '../backup/files.ts';
import { isSetPath, linesOf, readEntries, readHeader } from '../backup/manifest.ts';

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

/** Unpacks a backup and verifies it against the manifest. @throws Error with one line */
export async function readInto({ name, contents }: Source, stage: string): Promise<Restored> {
  try {
    await pipeline(
      Readable.from(unpack(contents(stage), stage)),
      createWriteStream(path.join(stage, SEEN)),
    );
    return await compare(stage);
  } catch (error) {
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

/** Yields the manifest line of each file. */
async function* unpack(contents: AsyncIterable<Content>, stage: string): AsyncGenerator<string> {
  for await (const { path: name, content } of contents) {
    if (name !== MANIFEST && !isSetPath(name)) throw new Error(`unexpected file ${name}`);
    const file = path.join(stage, name);
    await makeFolderOf(file);
    const written = await writeHashed(await content(), file);
    if (name !== MANIFEST) yield `${JSON.stringify({ path: name, ...written })}\n`;
  }
}

async function writeHashed(content: Readable, file: string) {
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
  await pipeline(content, meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest('hex') };
}

interface Written {
  path: string;
  size: number;
  sha256: string;
}

async function compare(stage: string): Promise<Restored> {
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
      throw new Error(`${entry.path} is damaged`);
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
  /** Missing in the backup as well. */
  lacking: string[];
  hasSecret: boolean;
}

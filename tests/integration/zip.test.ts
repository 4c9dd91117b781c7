import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Entry } from '#domains/paper/archive/send-archive.ts';
import { zipLength } from '#domains/paper/archive/zip-records.ts';
import { zipOf } from '#domains/paper/archive/zip.ts';

const run = promisify(execFile);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zip-'));
  file = path.join(folder, 'many.zip');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const small = (index: number): Entry => ({
  name: `${index}.txt`,
  day: '2026-11-22',
  byteSize: 2,
  isPhoto: false,
  open: () => Readable.from([Buffer.from('ok')], { objectMode: false }),
});

/** Made only while it is read, so that an archive need not fit into memory. */
function* entriesUpTo(count: number): Generator<Entry> {
  for (let index = 0; index < count; index++) yield small(index);
}

const END = 22;
const LOCATOR = 20;

async function endOf(): Promise<{ count: number; hasLocator: boolean }> {
  const { size } = await stat(file);
  const handle = await open(file);
  const end = Buffer.alloc(END + LOCATOR);
  await handle.read(end, 0, end.length, size - end.length);
  await handle.close();
  return {
    count: end.readUInt16LE(LOCATOR + 8),
    hasLocator: end.readUInt32LE(0) === 0x07064b50,
  };
}

test.each([
  [65_534, false],
  [65_535, true],
])('an archive of %i files is whole', async (count, isLarge) => {
  await pipeline(zipOf(entriesUpTo(count)), createWriteStream(file));
  expect(await endOf()).toEqual({ count: Math.min(count, 0xffff), hasLocator: isLarge });
  expect((await stat(file)).size).toBe(zipLength([...entriesUpTo(count)]));
  const { stdout } = await run('unzip', ['-tq', file]);
  expect(stdout).toContain('No errors detected');
  const { stdout: last } = await run('unzip', ['-p', file, `${count - 1}.txt`]);
  expect(last).toBe('ok');
  const { stdout: heading } = await run('zipinfo', ['-h', file]);
  expect(heading).toContain(`number of entries: ${count}`);
});

test('a length beyond 4 GB is predicted as it is written', () => {
  const gigabyte = (index: number): Entry => ({ ...small(index), byteSize: 2 ** 30 });
  const [four, five] = [4, 5].map((count) =>
    zipLength(Array.from({ length: count }, (_, index) => gigabyte(index))),
  );
  // One file more: its two headers, its bytes, and where it begins in eight bytes.
  expect((five ?? 0) - (four ?? 0)).toBe(2 ** 30 + 2 * 46 + 2 * '4.txt'.length + 12);
});

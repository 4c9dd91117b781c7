import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TarHeader } from 'modern-tar';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { MANIFEST } from '#server/backup-sets.ts';
import { publish } from '#server/durable-file.ts';
import { readEntries } from './manifest.ts';

/** Packs a finished backup into one file, manifest last. */
export async function packSet(set: string, file: string): Promise<void> {
  const { readable, controller } = createTarPacker();
  const add = async (name: string): Promise<void> => {
    const from = path.join(set, name);
    const { size, mtime } = await stat(from);
    const header: TarHeader = { name, size, mtime, mode: 0o600, type: 'file' };
    await pipeline(createReadStream(from), Writable.fromWeb(controller.add(header)));
  };
  const writing = pipeline(
    Readable.fromWeb(readable as never),
    createWriteStream(`${file}.part`, { mode: 0o600 }),
  );
  const adding = (async () => {
    for await (const { path: name, damage } of readEntries(path.join(set, MANIFEST))) {
      if (damage === undefined) await add(name);
    }
    await add(MANIFEST);
    controller.finalize();
  })();
  try {
    await Promise.all([writing, adding]);
    await publish(`${file}.part`, file);
  } catch (error) {
    controller.error(error);
    await writing.catch(() => undefined);
    await rm(`${file}.part`, { force: true });
    throw error;
  }
}

/** The files of an archive; read each one before the next. */
export async function* unpackSet(
  file: string,
): AsyncGenerator<{ path: string; content: () => Readable }> {
  const entries = Readable.toWeb(createReadStream(file)).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<{ header: TarHeader; body: ReadableStream<Uint8Array> }>;
  for await (const { header, body } of entries) {
    if (header.type !== undefined && header.type !== 'file') {
      throw new Error(`unexpected file ${header.name}`);
    }
    yield { path: header.name, content: () => Readable.fromWeb(body as never) };
  }
}

import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#lib/errors.ts';

/** A file of a posted form, while it arrives. */
export interface FormFile {
  name: string;
  stream: Readable;
}

interface Limits {
  files: number;
  fileBytes: number;
  bytes: number;
}

/** One file and what stood before it in the form. */
type Take = (file: FormFile, fields: ReadonlyMap<string, string>) => Promise<void>;

const FIELDS = {
  fields: 10,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 20,
  headerSize: 4096,
};

/**
 * Reads a form with files as it arrives and hands them on one by one, so that memory holds a part
 * of one only. A file beyond `fileBytes` ends there; those beyond `files` are left out. After an
 * error of `take` the rest is read and thrown away.
 * @returns the fields, and whether files were left out
 * @throws AppError 400 where the form breaks off or cannot be read, 413, 415; what `take` throws
 */
export async function readFormFiles(
  body: Readable,
  contentType: string,
  limits: Limits,
  take: Take,
): Promise<{ fields: ReadonlyMap<string, string>; isCut: boolean }> {
  const parser = parserOf(contentType, limits);
  const fields = new Map<string, string>();
  const open = new Set<Readable>();
  let isCut = false;
  const failures: unknown[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('filesLimit', () => (isCut = true));
  parser.on('file', (_field, stream, name) => {
    open.add(stream);
    stream.on('error', () => undefined); // `take` hears of it as well
    turn = turn
      .then(() => (failures.length > 0 ? undefined : take({ name, stream }, fields)))
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        open.delete(stream);
        stream.resume();
      });
  });
  try {
    await pipeline(body, counted(limits.bytes), parser);
  } catch (error) {
    for (const stream of open) stream.destroy(brokenOff(error));
    await turn;
    throw error instanceof AppError ? error : brokenOff(error);
  }
  await turn;
  if (failures.length > 0) throw failures[0];
  return { fields, isCut };
}

function parserOf(contentType: string, { files, fileBytes }: Limits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...FIELDS, files, fileSize: fileBytes + 1, parts: files + FIELDS.fields },
    });
  } catch (error) {
    throw new AppError(415, 'ページのフォームから送ってください。', { cause: error });
  }
}

const brokenOff = (cause: unknown): AppError =>
  new AppError(400, '送信が途中で切れました。もう一度送ってください。', { cause });

function counted(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new AppError(413, '送られた量が多すぎます。'));
      else done(null, chunk);
    },
  });
}

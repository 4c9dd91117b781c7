import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { publish } from '#server/durable-file.ts';

/** Paths allowed in a backup: nothing that leads out of it. */
const PATH =
  /^(?:tsukidayori\.sqlite|secret|postcodes\.sqlite|demo|uploads\/\w+|photos\/\w{2}\/\w+\/\w+(?:\.\w+)*)$/;

export const isSetPath = (name: string): boolean => PATH.test(name);

const HeaderSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  /** The newest migration. */
  schema: z.string(),
  madeAt: z.iso.datetime(),
});
const EntrySchema = z.object({
  path: z.string().regex(PATH),
  size: z.number(),
  sha256: z.string(),
  /** Not in the backup: damaged in the data folder, and in no older backup. */
  damage: z.enum(['missing', 'changed']).optional(),
});
const EndSchema = z.object({ files: z.number(), bytes: z.number() });

export type Header = z.output<typeof HeaderSchema>;
export type Entry = z.output<typeof EntrySchema>;

const FLUSH_CHARACTERS = 64 * 1024;

/** JSON lines: a header, one line per file, and a total, without which it is incomplete. */
export class ManifestWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  #waiting = '';
  files = 0;
  bytes = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async open(file: string, header: Header): Promise<ManifestWriter> {
    const writer = new ManifestWriter(file, await open(`${file}.part`, 'w', 0o600));
    await writer.#write(header);
    return writer;
  }

  async add(entry: Entry): Promise<void> {
    if (entry.damage === undefined) {
      this.files++;
      this.bytes += entry.size;
    }
    await this.#write(entry);
  }

  /** Durable once this resolves. */
  async finish(): Promise<void> {
    await this.#write({ files: this.files, bytes: this.bytes });
    await this.#flush();
    await this.#handle.close();
    await publish(`${this.#file}.part`, this.#file);
  }

  close = (): Promise<void> => this.#handle.close();

  async #write(value: object): Promise<void> {
    this.#waiting += `${JSON.stringify(value)}\n`;
    if (this.#waiting.length >= FLUSH_CHARACTERS) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#handle.writeFile(text);
  }
}

const NOT_WHOLE = 'its file list (manifest.jsonl) is missing, truncated or invalid';

/** @throws Error if it is missing or invalid */
export async function readHeader(file: string): Promise<Header> {
  for await (const line of linesOf(file)) return parse(HeaderSchema, line);
  throw new Error(NOT_WHOLE);
}

/** Streams the entries of a file, or as they arrive. @throws Error if the manifest is incomplete */
export async function* readEntries(list: string | Readable): AsyncGenerator<Entry> {
  let files = 0;
  let isFirst = true;
  let ended = false;
  for await (const line of linesOf(list)) {
    if (isFirst) parse(HeaderSchema, line);
    else if (line.startsWith('{"files"')) ended = parse(EndSchema, line).files === files;
    else {
      const entry = parse(EntrySchema, line);
      if (entry.damage === undefined) files++;
      yield entry;
    }
    isFirst = false;
  }
  if (!ended) throw new Error(NOT_WHOLE);
}

/**
 * Lines of a file, or as they arrive. @throws Error if the file cannot be read, or the stream's own
 */
export async function* linesOf(list: string | Readable): AsyncGenerator<string, undefined> {
  const input = typeof list === 'string' ? createReadStream(list) : list;
  let rest = '';
  try {
    for await (const chunk of input.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw input === list ? error : new Error(NOT_WHOLE, { cause: error });
  }
  if (rest !== '') yield rest;
}

function parse<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(NOT_WHOLE, { cause: error });
  }
}

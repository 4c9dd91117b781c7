import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Place, StoredFile } from '#server/copies/place.ts';
import { DamagedFile } from '../restore/read.ts';
import type { Seal } from './seal.ts';
import { SEAL_BYTES, makeSeal } from './seal.ts';

/** Tells that this is the place, and whose copies it holds. */
const MARKER = 'tsukidayori-copies.json';
const Marker = z.object({ format: z.literal(1), id: z.string(), seal: z.string().nullable() });
type Marker = z.output<typeof Marker>;

const SETS = 'sets';
const FILES = 'files';
/** In the folder of the first two letters of its name; all else there is not ours. */
const FILE = /^([0-9a-f]{2})\/\1[0-9a-f]{62}$/;
const LIST = /^(\d{4}-\d{2}-\d{2}-\d{6}(?:\.damaged)?)\.jsonl$/;

interface Options {
  passphrase: string | undefined;
  /** KB a second, on average; unlimited without it. */
  rate: number | undefined;
  /** For partial files on this machine. */
  temporary: string;
}

interface Named {
  sha256: string;
  size: number;
}

/** A file's name in a quarter of the memory: there may be hundreds of thousands. 128 bits. */
export const briefly = (name: string): string =>
  Buffer.from(name.slice(3, 35), 'hex').toString('latin1');

/**
 * The copies at a place. Every file lies there once under the hash of its content, whichever backups
 * contain it; a backup is its list of files, which is written last.
 */
export class Vault {
  readonly #place: Place;
  readonly #seal: Seal | null;
  readonly #options: Options;
  #parts = 0;

  constructor(place: Place, options: Options) {
    this.#place = place;
    this.#options = options;
    this.#seal = options.passphrase === undefined ? null : makeSeal(options.passphrase);
  }

  /** Tells passphrases apart; null without one. */
  get sealMark(): string | null {
    return this.#seal?.nameOf('marker') ?? null;
  }

  async readMarker(): Promise<Marker | null> {
    const found = await this.#place.read(MARKER);
    return found && Marker.parse(JSON.parse(await text(found)));
  }

  async writeMarker(id: string): Promise<void> {
    const marker: Marker = { format: 1, id, seal: this.sealMark };
    await this.#withPart(async (part) => {
      await writeFile(part, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
      await this.#place.send(part, MARKER);
    });
  }

  /** Newest first. */
  async listSets(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#place.list(SETS)) {
      const [, set] = LIST.exec(name) ?? [];
      if (set !== undefined) names.push(set);
    }
    return names.sort().reverse();
  }

  async *listFiles(): AsyncGenerator<StoredFile> {
    for await (const file of this.#place.list(FILES)) if (FILE.test(file.name)) yield file;
  }

  nameOf(sha256: string): string {
    const name = this.#seal?.nameOf(sha256) ?? sha256;
    return `${name.slice(0, 2)}/${name}`;
  }

  sizeOf({ size }: Named): number {
    return this.#seal ? size + SEAL_BYTES : size;
  }

  sendFile = (file: string, { sha256 }: Named): Promise<void> =>
    this.#send(file, `${FILES}/${this.nameOf(sha256)}`);

  /** After all its files: from now on the backup is there. */
  sendList = (file: string, set: string): Promise<void> => this.#send(file, `${SETS}/${set}.jsonl`);

  readFile = (sha256: string): Promise<Readable> => this.#read(`${FILES}/${this.nameOf(sha256)}`);

  readList = (set: string): Promise<Readable> => this.#read(`${SETS}/${set}.jsonl`);

  removeFile = (name: string): Promise<void> => this.#place.remove(`${FILES}/${name}`);

  removeList = (set: string): Promise<void> => this.#place.remove(`${SETS}/${set}.jsonl`);

  async #send(file: string, name: string): Promise<void> {
    const began = performance.now();
    const { size } = await stat(file);
    const seal = this.#seal;
    if (seal === null) await this.#place.send(file, name);
    else {
      await this.#withPart(async (part) => {
        await seal.seal(file, part, name);
        await this.#place.send(part, name);
      });
    }
    const { rate } = this.#options;
    if (rate === undefined) return;
    const left = size / rate - (performance.now() - began);
    if (left > 0) await setTimeout(left);
  }

  async #read(name: string): Promise<Readable> {
    const found = await this.#place.read(name);
    if (!found) throw new DamagedFile(`${name} is missing`);
    return this.#seal ? this.#seal.open(found, name) : found;
  }

  async #withPart(use: (part: string) => Promise<void>): Promise<void> {
    const part = path.join(this.#options.temporary, `.copying-${process.pid}-${++this.#parts}`);
    try {
      await use(part);
    } finally {
      await rm(part, { force: true });
    }
  }
}

import type { Readable } from 'node:stream';

export interface StoredFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** Where copies of backups are kept: names are relative, with `/`. Every method may throw. */
export interface Place {
  /** All files below a folder, named from there; none if the folder is missing. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** @returns null if there is no such file; the stream must be read or destroyed */
  read(name: string): Promise<Readable | null>;
  /** The file is complete and durable once this resolves; until then there is none, or the old one. */
  send(file: string, name: string): Promise<void>;
  /** Succeeds as well if there is no such file. */
  remove(name: string): Promise<void>;
  /** Why this may be the wrong place, such as a disk that is not mounted. Asked before its first use. */
  doubt?(): Promise<string | null>;
  /** Makes it ready for its first use. */
  prepare(): Promise<void>;
  close(): void;
}

/** Partial files, renamed once they are complete. */
export const PARTS = 'tmp';

let parts = 0;

/** The name of a new one in PARTS. */
export const newPart = (): string => `${process.pid}-${++parts}.part`;

/** All else in PARTS is not ours. */
const PART = /^\d+-\d+\.part$/;

/** Removes partial files of a copy that was interrupted. */
export async function removeParts(place: Place): Promise<void> {
  for await (const { name } of place.list(PARTS)) {
    if (PART.test(name)) await place.remove(`${PARTS}/${name}`);
  }
}

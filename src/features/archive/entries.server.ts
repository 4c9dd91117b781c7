import type { Readable } from 'node:stream';
import { Readable as NodeReadable } from 'node:stream';
import type { CivilDate } from '#lib/calendar.ts';

/** A file of an archive. */
export interface Entry {
  name: string;
  /** Becomes its date. */
  day: CivilDate;
  byteSize: number;
  isPhoto: boolean;
  open: () => Readable | Promise<Readable>;
}

export function textEntry(name: string, day: CivilDate, text: string): Entry {
  const words = Buffer.from(text);
  const open = () => NodeReadable.from([words], { objectMode: false });
  return { name, day, byteSize: words.length, isPhoto: false, open };
}

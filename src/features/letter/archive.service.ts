import { makeZip, predictLength } from 'client-zip';
import { Readable } from 'node:stream';
import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { firstDayOf } from '../../lib/calendar.ts';
import { onlyMissing } from '../../lib/errors.ts';
import type { Runtime } from '../../server/runtime.ts';
import { noteEvent } from '../audit/audit.service.ts';
import { MASTER } from '../photo/photo.ts';
import { NOTE_NAME, archiveDate, archiveNote } from './archive.ts';
import { listFileSizes } from './archive.repository.ts';
import { sumVisibleBytes } from './letter.repository.ts';
import type { FamilyLetter } from './letter.service.ts';
import { readLetterFor } from './letter.service.ts';
import type { Link } from './link.service.ts';
import { photoFileName } from './photo-name.ts';

export interface Archive {
  /** Exactly, in bytes. */
  byteSize: number;
  /** Begins to read with the first byte asked for, and lets go of its files when destroyed. */
  stream: () => Readable;
}

interface Entry {
  name: string;
  takenOn: CivilDate;
  byteSize: number;
  open: () => Readable;
}

/**
 * All photos that one family sees in a month, as the single ones are saved: the largest there is.
 * Photos whose files are missing or cut short are named in a note, so that nobody takes the
 * archive for whole.
 * @returns null where that family has no letter with photos.
 */
export async function openArchive(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<Archive | null> {
  // The letter's own rules say what is in it; only the addresses are of another kind.
  const letter = await readLetterFor(rt, link, yearMonth, (blobId) => () => blobId).catch(
    onlyMissing,
  );
  if (!letter || letter.items.length === 0) return null;
  const { entries, missing } = await findEntries(rt, link.hostId, letter);
  if (missing.length > 0) entries.unshift(noteOf(link, yearMonth, missing, entries.length));
  const sizes = entries.map(({ name, byteSize }) => ({ name, size: byteSize }));
  return { byteSize: Number(predictLength(sizes)), stream: () => archiveOf(entries) };
}

/** Writes down that a family took a month's photos (P30). */
export const noteArchive = (
  rt: Runtime,
  { hostId, familyId, residentId }: Link,
  yearMonth: YearMonth,
) =>
  noteEvent(rt, {
    action: 'archive.taken',
    hostId,
    target: familyId,
    residentId,
    detail: String(yearMonth),
  });

/** What the button says. */
export const readArchiveSize = (rt: Runtime, link: Link, yearMonth: YearMonth): Promise<number> =>
  sumVisibleBytes(rt.db, link, yearMonth, MASTER);

/** A file that is missing or cut short leaves the others; the check of all files will name it. */
async function findEntries(rt: Runtime, hostId: string, { items }: FamilyLetter) {
  const blobIds = items.map(({ images }) => images.master ?? '');
  const sizes = await listFileSizes(rt.db, hostId, blobIds, MASTER);
  const entries: Entry[] = [];
  const missing: string[] = [];
  for (const [index, { takenOn }] of items.entries()) {
    const blobId = blobIds[index] ?? '';
    const name = photoFileName(items, index);
    const stored = await rt.blobs.open(blobId, MASTER).catch(() => null);
    if (stored && stored.byteSize === sizes.get(blobId)) {
      entries.push({ name, takenOn, byteSize: stored.byteSize, open: stored.stream });
    } else {
      rt.log.warn({ blobId }, 'a photo is missing from an archive');
      missing.push(name);
    }
  }
  return { entries, missing };
}

function noteOf(link: Link, yearMonth: YearMonth, missing: string[], others: number): Entry {
  const words = Buffer.from(archiveNote(link, yearMonth, missing, others));
  const open = () => Readable.from([words]);
  return { name: NOTE_NAME, takenOn: firstDayOf(yearMonth), byteSize: words.length, open };
}

function archiveOf(entries: readonly Entry[]): Readable {
  const reader = new AbortController();
  const files = filesOf(entries, reader.signal);
  const zip = Readable.fromWeb(makeZip(files) as Parameters<typeof Readable.fromWeb>[0]);
  // The library does not tell its source that nobody reads on.
  return zip.once('close', () => reader.abort());
}

/** One open file at a time; when the reader goes away, the one under way is closed. */
function* filesOf(entries: readonly Entry[], reader: AbortSignal) {
  for (const { name, takenOn, byteSize, open } of entries) {
    if (reader.aborted) return;
    const input = open();
    const close = (): void => void input.destroy();
    reader.addEventListener('abort', close);
    yield { input: exactly(input, byteSize), name, lastModified: archiveDate(takenOn) };
    reader.removeEventListener('abort', close);
  }
}

/** A file that is not as long as was announced ends the archive, which must not look whole. */
async function* exactly(input: Readable, byteSize: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== byteSize) throw new Error('a photo changed while it was being archived');
}

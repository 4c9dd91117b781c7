import { makeZip, predictLength } from 'client-zip';
import { Readable } from 'node:stream';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { firstDayOf } from '#lib/calendar.ts';
import { onlyMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { MASTER } from '#features/photo/photo.ts';
import { NOTE_NAME, WORDS_NAME, archiveDate, archiveNote, archiveWords } from './archive.ts';
import { listFileSizes } from './archive.repository.ts';
import type { FamilyLetter } from '#features/letter/letter.service.ts';
import { readLetterFor } from '#features/letter/letter.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { photoFileName } from './photo-name.ts';

export interface Archive {
  byteSize: number;
  /** Starts reading on demand; closes its files when destroyed. */
  stream: () => Readable;
}

interface Entry {
  name: string;
  takenOn: CivilDate;
  byteSize: number;
  open: () => Readable;
}

/**
 * What staff wrote about the resident, and a month's photos in the largest size, with a note about
 * missing ones; null if there is neither.
 */
export async function openArchive(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<Archive | null> {
  // The letter's rules, with file names for URLs.
  const letter = await readLetterFor(rt, link, yearMonth, (blobId) => () => blobId).catch(
    onlyMissing,
  );
  if (!letter || (letter.items.length === 0 && letter.note === '')) return null;
  const { entries, missing } = await findEntries(rt, link.hostId, letter);
  const others = entries.length;
  if (letter.note !== '') {
    const words = archiveWords(yearMonth, link.residentName, letter.note);
    entries.unshift(textOf(WORDS_NAME, yearMonth, words));
  }
  if (missing.length > 0) {
    entries.unshift(textOf(NOTE_NAME, yearMonth, archiveNote(link, yearMonth, missing, others)));
  }
  const sizes = entries.map(({ name, byteSize }) => ({ name, size: byteSize }));
  return { byteSize: Number(predictLength(sizes)), stream: () => archiveOf(entries) };
}

/** Records a download (P30). */
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

/** Skips missing and truncated files; the file check reports them. */
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
      rt.log.warn({ blobId }, 'photo missing from an archive');
      missing.push(name);
    }
  }
  return { entries, missing };
}

function textOf(name: string, yearMonth: YearMonth, text: string): Entry {
  const words = Buffer.from(text);
  const open = () => Readable.from([words]);
  return { name, takenOn: firstDayOf(yearMonth), byteSize: words.length, open };
}

function archiveOf(entries: readonly Entry[]): Readable {
  const reader = new AbortController();
  const files = filesOf(entries, reader.signal);
  const zip = Readable.fromWeb(makeZip(files) as Parameters<typeof Readable.fromWeb>[0]);
  // The library does not tell its source when the client leaves.
  return zip.once('close', () => reader.abort());
}

/** Opens one file at a time. */
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

/** A file of unexpected length aborts the archive. */
async function* exactly(input: Readable, byteSize: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== byteSize) throw new Error('a photo changed while it was being archived');
}

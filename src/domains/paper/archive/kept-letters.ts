import type { OwnAnswers } from '#domains/letter/answer/answer.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { readLetter } from '#domains/letter/read-letters.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { MASTER } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Keepsake, KeptAnswer, KeptLetter, KeptPhoto } from './archive.ts';
import { INDEX, PhotoNames, SHARED_FOLDER, letterFile } from './archive-names.ts';
import { shelfHtml } from './index-html.ts';
import { letterPage } from './archived-letter.ts';
import type { Entry } from './send-archive.ts';
import { textEntry } from './send-archive.ts';

/** What the pages of an archive say about where they come from. @throws if there is no such host */
export async function readKeepsake(rt: Runtime, hostId: string): Promise<Keepsake> {
  const { name, postcode, pref, city, town, street, phone } = await findFacility(rt.db, hostId);
  const address = [pref, city, town, street].join('');
  return {
    facility: { name, postcode, address, phone },
    madeOn: civilDateOf(rt.clock.now()),
  };
}

/** Where photos are put, and where those of several residents' letters were put before. */
export class PhotoPlaces {
  readonly #names = new PhotoNames();
  readonly #shared: Map<string, string | null> | null;
  /** Photos that could not be read, each once. */
  missing = 0;

  /** @param sharesPhotos keeps facility-wide photos once, in a folder of their own */
  constructor(sharesPhotos: boolean) {
    this.#shared = sharesPhotos ? new Map() : null;
  }

  /** @returns undefined for a photo that the archive does not hold yet */
  find({ blobId, isOwn }: PhotoRow): string | null | undefined {
    return isOwn ? undefined : this.#shared?.get(blobId);
  }

  nextName({ takenOn, isOwn }: PhotoRow, folder: string): string {
    return this.#names.next(!isOwn && this.#shared ? SHARED_FOLDER : folder, takenOn);
  }

  keep({ blobId, isOwn }: PhotoRow, file: string | null): void {
    if (file === null) this.missing++;
    if (!isOwn) this.#shared?.set(blobId, file);
  }
}

export interface Kept {
  viewer: LetterViewer;
  /** Oldest first; those without a letter are passed over. */
  months: readonly { yearMonth: YearMonth; coverItemId: string | null }[];
  /** By month; none in what staff take, which they hand on. */
  answers: ReadonlyMap<YearMonth, OwnAnswers['sent']>;
  /** Where the pages lie: with its slash, or empty. */
  folder: string;
  /** The first page: the only letter itself, the letters of a year, or of all years. */
  first: { letter: true } | { year: number | null; isOneOfMany: boolean };
}

/**
 * The files of one resident's letters, photos before the pages that show them.
 * @returns the letters, when all are read
 */
export async function* letterEntries(
  rt: Runtime,
  { viewer, months, answers, folder, first }: Kept,
  places: PhotoPlaces,
  keepsake: Keepsake,
): AsyncGenerator<Entry, KeptLetter[]> {
  const letters: KeptLetter[] = [];
  for (const { yearMonth, coverItemId } of months) {
    const found = await readRows(rt, viewer, yearMonth);
    if (!found) continue;
    const letter = yield* withPhotos(rt, found, coverItemId, places, folder);
    letters.push({ ...letter, answers: (answers.get(yearMonth) ?? []).map(toKeptAnswer) });
  }
  const { residentName } = viewer;
  for (const [at, letter] of letters.entries()) {
    const { yearMonth } = letter;
    const [previous, next] = [
      letters[at - 1]?.yearMonth ?? null,
      letters[at + 1]?.yearMonth ?? null,
    ];
    const neighbours = 'letter' in first ? null : { previous, next };
    const name = folder + ('letter' in first ? INDEX : letterFile(yearMonth));
    const html = letterPage({ letter, residentName, folder, neighbours }, keepsake);
    yield textEntry(name, keepsake.madeOn, html);
  }
  if (!('letter' in first) && letters.length > 0) {
    const html = shelfHtml({ letters, residentName, folder, ...first }, keepsake);
    yield textEntry(folder + INDEX, keepsake.madeOn, html);
  }
  return letters;
}

const toKeptAnswer = ({ body, at, reply }: OwnAnswers['sent'][number]): KeptAnswer => ({
  body,
  on: civilDateOf(new Date(at)),
  reply: reply?.body,
});

interface PhotoRow {
  itemId: string;
  blobId: string;
  takenOn: CivilDate;
  caption: string;
  isOwn: boolean;
  width: number;
  height: number;
  byteSize: number | null;
}

/** By the rules of reading (domain.md#who-sees-a-photo). @returns null if there is no letter */
async function readRows(rt: Runtime, viewer: LetterViewer, yearMonth: YearMonth) {
  const letter = await readLetter(rt, viewer, yearMonth, (row): PhotoRow => ({
    itemId: row.id,
    blobId: row.blob_id,
    takenOn: row.taken_on,
    caption: row.caption,
    isOwn: row.resident_id !== null,
    width: row.width ?? 1,
    height: row.height ?? 1,
    byteSize: row.master_bytes,
  }));
  return letter?.isOut ? letter : null;
}

type Rows = NonNullable<Awaited<ReturnType<typeof readRows>>>;

async function* withPhotos(
  rt: Runtime,
  { items, ...letter }: Rows,
  coverItemId: string | null,
  places: PhotoPlaces,
  folder: string,
): AsyncGenerator<Entry, Omit<KeptLetter, 'answers'>> {
  const photos: KeptPhoto[] = [];
  const sizes = await readSizes(
    rt,
    items.filter((row) => places.find(row) === undefined),
  );
  for (const row of items) {
    const { takenOn, caption, isOwn, width, height } = row;
    const known = places.find(row);
    const size = sizes.get(row.blobId) ?? null;
    const file = known === undefined ? yield* putPhoto(rt, row, size, places, folder) : known;
    photos.push({ file, takenOn, caption, isOwn, width, height });
  }
  const chosen = items.findIndex(({ itemId }) => itemId === coverItemId);
  const cover = photos[chosen] ?? photos.find(({ file }) => file !== null) ?? null;
  const { yearMonth, title, body, note, isLast, dueOn } = letter;
  return { yearMonth, title, body, note, isLast, dueOn, photos, cover };
}

/** @returns its file in the archive; null for a missing or truncated one, which pages say */
function* putPhoto(
  rt: Runtime,
  row: PhotoRow,
  byteSize: number | null,
  places: PhotoPlaces,
  folder: string,
): Generator<Entry, string | null> {
  const isWhole = byteSize !== null && byteSize === row.byteSize;
  const name = isWhole ? places.nextName(row, folder) : null;
  places.keep(row, name);
  if (byteSize === null || name === null) {
    rt.log.warn({ blobId: row.blobId }, 'photo missing from an archive');
    return null;
  }
  const open = () => rt.blobs.stream(row.blobId, MASTER);
  yield { name, day: row.takenOn, byteSize, isPhoto: true, open };
  return name;
}

/** At once, as each may be a question to another server. */
async function readSizes(rt: Runtime, rows: readonly PhotoRow[]) {
  const sizes = rows.map(async ({ blobId }) => [blobId, await sizeOf(rt, blobId)] as const);
  return new Map(await Promise.all(sizes));
}

/** A store that is away ends the archive: it must not look complete without its photos. */
const sizeOf = (rt: Runtime, blobId: string): Promise<number | null> =>
  rt.blobs.sizeOf(blobId, MASTER).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return null;
  });

const findFacility = (db: Db, hostId: string) =>
  db
    .selectFrom('hosts')
    .select(['name', 'postcode', 'pref', 'city', 'town', 'street', 'phone'])
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();

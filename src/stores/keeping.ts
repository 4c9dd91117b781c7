import { atom, map } from 'nanostores';
import type { KeptPhoto, Keeping } from '#domains/photo/kept-photo.ts';
import { KEPT_FORM } from '#domains/photo/kept-photo.ts';
import { accountOfPage } from '#client/account.ts';
import { PAGE, holdPage } from '#client/open-pages.ts';
import { putFile, putPhotos, readFile, removePhotos } from '#client/photo-store.ts';
import { inTime, isReadable } from '#client/readable.ts';
import { sleep } from '#client/sleep.ts';

export const $keeping = map<Keeping>({
  pending: 0,
  unkept: 0,
  isFull: false,
  isDenied: false,
  resumed: 0,
  joining: 0,
  missing: [],
  lost: [],
  expired: 0,
  others: 0,
  elsewhere: 0,
});

interface Chosen extends Pick<KeptPhoto, 'id' | 'name' | 'type' | 'place'> {
  file: Blob;
}

/** Sending waits no longer for a note. */
const NOTE_MS = 3000;

/** Photos of this page whose files went or changed before they could be copied. */
export const $gone = atom<ReadonlySet<string>>(new Set());

/** This page's photos, whether they could be kept or not. */
const photos = new Map<string, KeptPhoto>();
/** Photos with files on their way to the device, in order. */
const queue = new Map<string, Blob>();
const unkept = new Map<string, Blob>();

const showCounts = (): void => {
  $keeping.setKey('pending', queue.size);
  $keeping.setKey('unkept', unkept.size);
};

/** By this page, which has sent nothing of it yet. */
export const newlyKept = (
  photo: Omit<KeptPhoto, 'form' | 'page' | 'blob' | 'refusal'>,
): KeptPhoto => ({ ...photo, form: KEPT_FORM, page: PAGE, blob: null, refusal: null });

/** Copies photos to the device, one after the other; nothing waits for it. */
export function keepPhotos(chosen: readonly Chosen[]): void {
  const owner = accountOfPage();
  if (owner === undefined) return;
  for (const { file, ...photo } of chosen) {
    photos.set(photo.id, newlyKept({ ...photo, owner, addedAt: Date.now() }));
    queue.set(photo.id, file);
  }
  showCounts();
  void inTurn(() => note(chosen.map(({ id }) => id))).then(() => inTurn(keepFiles));
}

/** As `keepPhotos`, of photos whose files are on the device already. */
export const knowKept = (kept: readonly KeptPhoto[]): void => {
  for (const photo of kept) photos.set(photo.id, photo);
};

export const isKnown = (id: string): boolean => photos.has(id);

let turn: Promise<void> = Promise.resolve();

const inTurn = (run: () => Promise<void>): Promise<void> => (turn = turn.then(run));

/** Notes come before files, so that a later page knows what is missing. */
async function note(ids: readonly string[]): Promise<void> {
  await holdPage();
  const known = ids.flatMap((id) => photos.get(id) ?? []);
  await putPhotos(known).catch(deny);
}

const deny = (error: unknown): void => {
  if (!isFull(error)) $keeping.setKey('isDenied', true);
};

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

const PROBE = 'probe';

/** Safari's private window keeps notes, but no file: not even one of a single byte. */
const takesFiles = (): Promise<boolean> =>
  putFile(PROBE, new Blob(['1']))
    .then(() => removePhotos([PROBE]))
    .then(() => true, isFull);

async function keepFiles(): Promise<void> {
  for (const [id, file] of queue) {
    const isKept = !$keeping.get().isDenied && (await didKeep(id, file));
    if (!isKept && !$gone.get().has(id)) unkept.set(id, file);
    queue.delete(id);
    // Sent meanwhile.
    if (!photos.has(id)) await release(id);
    showCounts();
  }
}

/** The fault is the file's, the device's for want of room, the window's, or not known. */
async function didKeep(id: string, file: Blob): Promise<boolean> {
  const failure: unknown = await inTime(putFile(id, file)).catch((error: unknown) => error);
  // Chrome reports success for a file that has gone.
  if (failure === undefined && (await readCopy(id))) return true;
  if (!(await isReadable(file))) $gone.set(new Set([...$gone.get(), id]));
  else if (isFull(failure)) $keeping.setKey('isFull', true);
  else if (!(await takesFiles())) $keeping.setKey('isDenied', true);
  return false;
}

async function readCopy(id: string): Promise<Blob | null> {
  const file = await inTime(readFile(id)).catch(() => undefined);
  return file && (await isReadable(file)) ? file : null;
}

/** The copy on the device, in place of a file that has gone. */
export const keptFile = async (id: string): Promise<Blob | null> =>
  !photos.has(id) || queue.has(id) || unkept.has(id) ? null : readCopy(id);

const release = async (id: string): Promise<void> => {
  unkept.delete(id);
  await removePhotos([id]).catch(() => undefined);
};

/** Changes what is kept of a photo; safe on the device when it resolves, if it keeps anything. */
export async function notePhoto(
  id: string,
  change: Partial<Pick<KeptPhoto, 'place' | 'blob' | 'refusal'>>,
): Promise<void> {
  const photo = photos.get(id);
  if (!photo) return;
  const changed = { ...photo, ...change };
  photos.set(id, changed);
  if ($keeping.get().isDenied) return;
  await Promise.race([putPhotos([changed]).catch(() => undefined), sleep(NOTE_MS)]);
}

export const arrivedBlob = (id: string): string | null => photos.get(id)?.blob ?? null;

/** The server has it, or it is not wanted any more. */
export function forgetPhoto(id: string): void {
  if (!photos.delete(id)) return;
  // One that is being copied is removed after it.
  queue.delete(id);
  void release(id);
  keepNext();
  showCounts();
}

/** There may be room again. */
function keepNext(): void {
  const [next] = unkept;
  if (next === undefined || $keeping.get().isDenied) return;
  unkept.delete(next[0]);
  queue.set(...next);
  void inTurn(keepFiles);
}

export const keptRefusal = (id: string): string | null => photos.get(id)?.refusal ?? null;

/** The note about photos that could not be kept has been read. */
export function dismissNotices(): void {
  const { missing, lost } = $keeping.get();
  $keeping.set({ ...$keeping.get(), missing: [], lost: [], expired: 0 });
  const gone = [...missing, ...lost.map(({ id }) => id)];
  void removePhotos(gone).catch(() => undefined);
}

export interface Resumed {
  photo: KeptPhoto;
  file: Blob;
}

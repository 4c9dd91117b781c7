import type { KeptPhoto } from '#domains/photo/kept-photo.ts';
import { sortKept } from '#domains/photo/kept-photo.ts';
import { accountOfPage } from '#client/account.ts';
import { PAGE, claim } from '#client/open-pages.ts';
import { inTime, isReadable } from '#client/readable.ts';
import { putPhotos, readFile, readShelf, removePhotos } from '#client/photo-store.ts';
import { $keeping, knowKept } from './keeping.ts';
import type { Resumed } from './keeping.ts';
import { takeShared } from './shared.ts';

/** Another page may have ended meanwhile. */
const ASK_AGAIN_MS = 4000;

/**
 * Takes over what pages that are gone have left (domain.md#uploads-that-survive), now and whenever
 * another page ends. @param take may be called more than once
 */
export function resumeKept(take: (resumed: Resumed[]) => void): void {
  const owner = accountOfPage();
  if (owner === undefined) return;
  const resume = async (): Promise<void> => {
    const resumed = await takeOver(owner).catch(() => []);
    if (resumed.length > 0) take(resumed);
    const shared = await takeShared(owner).catch(() => []);
    if (shared.length > 0) take(shared);
    if ($keeping.get().elsewhere > 0) setTimeout(() => void resume(), ASK_AGAIN_MS);
  };
  void resume();
}

async function takeOver(owner: string): Promise<Resumed[]> {
  const mine = await claim(async (isOpen) => {
    const { records, files } = await readShelf();
    const hasFile = (id: string): boolean => files.has(id);
    const sorted = sortKept(records, { owner, page: PAGE, now: Date.now(), isOpen, hasFile });
    const claimed = sorted.mine.map((photo) => ({ ...photo, page: PAGE }));
    const gone = [...sorted.expired, ...orphansOf(records, files)];
    // A full device must not keep photos from being sent.
    await Promise.allSettled([putPhotos(claimed), removePhotos(gone)]);
    const { missing, others, elsewhere } = sorted;
    const expired = $keeping.get().expired + sorted.expiredOwn;
    $keeping.set({ ...$keeping.get(), missing, others, elsewhere, expired });
    return claimed;
  });
  knowKept(mine);
  return withFiles(mine);
}

/** Files without a note belong to nobody. */
function orphansOf(records: readonly unknown[], files: ReadonlySet<string>): string[] {
  const noted = new Set(records.map((record) => (record as { id: unknown }).id));
  return [...files].filter((id) => !noted.has(id));
}

/** Browsers lose the bytes of some that they keep; the others go on. */
async function withFiles(photos: readonly KeptPhoto[]): Promise<Resumed[]> {
  const resumed: Resumed[] = [];
  const lost: KeptPhoto[] = [];
  for (const photo of photos) {
    const file = await inTime(readFile(photo.id)).catch(() => undefined);
    if (file && (await isReadable(file))) resumed.push({ photo, file });
    else lost.push(photo);
  }
  if (lost.length > 0) $keeping.setKey('lost', [...$keeping.get().lost, ...lost]);
  // Others are asked about, or were refused.
  const isGoing = ({ photo }: Resumed) => photo.refusal === null && photo.place !== undefined;
  const going = resumed.filter(isGoing).length;
  const { resumed: before, joining } = $keeping.get();
  $keeping.set({ ...$keeping.get(), resumed: before + going, joining: joining + going });
  return resumed;
}

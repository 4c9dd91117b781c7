import { openMonthArchive } from '#domains/paper/archive/make-archive.ts';
import { hasLetter, holdingsOf } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { listOut, readBound } from '#domains/paper/year/year-letters.ts';
import type { Link } from '#domains/letter/link.ts';
import { readResidentLetter } from '#domains/letter/desk/preview.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { familyPhotoAddresses, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import { onlyMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { filterLater } from './filter-later.ts';
import { MONTHS } from './drawn-facility.ts';
import { deliveredBy, expectedToGo, ownCovers } from './goes-out.ts';

/** URLs look like `/photos/family/<family>/<blob>/<signature>/<file>`. */
const partOf = (address: string, at: number): string => address.split('/')[at] ?? '';

/** By month. */
async function readLetters(rt: Runtime, link: Link): Promise<Map<number, FamilyLetter>> {
  const letters = new Map<number, FamilyLetter>();
  for (const yearMonth of MONTHS) {
    const letter = await readFamilyLetter(rt, link, yearMonth).catch(onlyMissing);
    if (letter) letters.set(yearMonth, letter);
  }
  return letters;
}

/** By the URLs in the letters. */
const openPhotos = (rt: Runtime, link: Link, blobIds: string[]): Promise<string[]> =>
  filterLater(blobIds, (blobId) => {
    const signature = partOf(familyPhotoAddresses(rt.secrets, link)(blobId)('360.webp'), 5);
    return mayFamilySeePhoto(rt, link.familyId, blobId, signature);
  });

/** The items in a family's letters. */
export const shownItemIds = async (rt: Runtime, link: Link): Promise<string[]> =>
  [...(await readLetters(rt, link)).values()].flatMap(({ items }) => items.map(({ id }) => id));

/**
 * Compares what a family may see by every surface: letters, shelf, covers, neighbours, archives,
 * photo URLs, mails, staff's preview and choice of covers.
 * @returns where they differ
 */
export async function disagreements(
  rt: Runtime,
  actor: Actor,
  link: Link,
  blobIds: string[],
): Promise<string[]> {
  const found: string[] = [];
  const same = (what: string, one: unknown, other: unknown): void => {
    const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
    if (a !== b) found.push(`${what}: ${a} and ${b}`);
  };
  const letters = await readLetters(rt, link);
  const shown = [...letters.values()].flatMap(({ items }) =>
    items.map(({ images }) => partOf(images.src, 4)),
  );
  same(
    'photos of letters, and those that open',
    [...new Set(shown)].sort(),
    (await openPhotos(rt, link, blobIds)).sort(),
  );
  const entries = await readShelf(rt, link);
  const shelf = entries.map(({ yearMonth }) => yearMonth);
  for (const { yearMonth, cover } of entries) {
    const inLetter = letters.get(yearMonth)?.items.map(({ images }) => images.src) ?? [];
    if (cover) same(`the cover of ${yearMonth}`, inLetter.includes(cover.src), true);
    else same(`no cover of ${yearMonth}`, inLetter, []);
  }
  const readable = [...letters.values()].filter(({ isOut }) => isOut);
  const opened = readable.map(({ yearMonth }) => yearMonth);
  same('letters that open, and the shelf', opened, shelf);
  for (const [at, { yearMonth, previous, next }] of readable.entries()) {
    const named = [previous?.yearMonth ?? null, next?.yearMonth ?? null];
    const neighbours = [shelf[at - 1] ?? null, shelf[at + 1] ?? null];
    same(`next to ${yearMonth}, in the letter and on the shelf`, named, neighbours);
  }
  const addressOf = familyPhotoAddresses(rt.secrets, link);
  const reader = { viewer: link, key: '', addressOf, answersOf: () => Promise.resolve(new Map()) };
  const bound = await readBound(rt, reader, await listOut(rt, link));
  const complete = entries.filter(({ dueOn }) => dueOn === null);
  same(
    'letters of the years, and complete ones of the shelf',
    bound.map(({ yearMonth }) => yearMonth),
    complete.map(({ yearMonth }) => yearMonth),
  );
  for (const { yearMonth, title, body, note, photos } of bound) {
    const letter = letters.get(yearMonth);
    const words = [letter?.title, letter?.body, letter?.note];
    same(`words of ${yearMonth} in its year and its letter`, [title, body, note], words);
    const ids = letter?.items.map(({ id }) => id);
    same(
      `photos of ${yearMonth} in its year and its letter`,
      photos.map(({ itemId }) => itemId),
      ids,
    );
  }
  for (const yearMonth of MONTHS) {
    const archive = await openMonthArchive(rt, link, yearMonth);
    const isOut = letters.get(yearMonth)?.isOut ?? false;
    same(`a letter that is out, and an archive of ${yearMonth}`, isOut, archive !== null);
  }
  for (const [yearMonth, letter] of await finishedLetters(rt, actor, link)) {
    const own = letter?.items.filter(({ residentId }) => residentId !== null) ?? [];
    const contents = await readMonthContents(rt.db, link.hostId, yearMonth, [link.residentId]);
    const isMailed = hasLetter(link, contents);
    same(`a letter of ${yearMonth}, and a mail`, letter !== null, isMailed);
    const { ownPhotos, hasNote } = holdingsOf(link, contents);
    same(
      `delivery of ${yearMonth}`,
      await deliveredBy(rt, actor, link, yearMonth),
      expectedToGo(link, yearMonth, letter),
    );
    if (isMailed) same(`photos of ${yearMonth} that the mail names`, own.length, ownPhotos);
    if (isMailed) same(`a note of ${yearMonth} and its mail`, letter?.note !== '', hasNote);
    const covers = await ownCovers(rt, link, yearMonth);
    same(`photos and covers of ${yearMonth}`, own.map(({ id }) => id).sort(), covers.sort());
    const open = letters.get(yearMonth);
    if (!open?.isOut) continue;
    const idsOf = ({ items }: FamilyLetter): string[] => items.map(({ id }) => id);
    same(`${yearMonth} for the family and for staff`, idsOf(open), letter ? idsOf(letter) : []);
    same(`the note of ${yearMonth} for both`, open.note, letter?.note);
  }
  return found;
}

/** In staff's preview, which shows those that are skipped as well: here they count as none. */
const finishedLetters = (rt: Runtime, actor: Actor, { residentId }: Link) =>
  Promise.all(
    MONTHS.map(async (yearMonth) => {
      const letter = await readResidentLetter(rt, actor, yearMonth, residentId);
      const isSent = letter?.letter?.isOut === true && !letter.letter.isSkipped;
      return [yearMonth, isSent ? letter.letter : null] as const;
    }),
  );

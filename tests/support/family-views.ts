import fc from 'fast-check';
import type { ResidentRow } from '#db/schema.ts';
import { findCoverCandidate } from '#features/letter-desk/admin-letter.repository.ts';
import { openArchive } from '#features/archive/archive.service.ts';
import { hasLetter, holdingsOf } from '#features/letter/month-contents.ts';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import type { FamilyLetter } from '#features/letter/letter.service.ts';
import { readFamilyLetter, readShelf } from '#features/letter/letter.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import { readResidentLetter } from '#features/letter-desk/preview.service.ts';
import type { Actor } from '#features/session/session.ts';
import { familyPhotoAddress, mayFamilySeePhoto } from '#features/photo/photo.access.ts';
import { onlyMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from './cast.ts';
import {
  makeFamily,
  makeHeldBack,
  makeHost,
  makeLetter,
  makeNote,
  makeResident,
  makeStaff,
} from './factories.ts';
import { makeItem } from './items.ts';

/** The frozen clock's today is in the last of them, which is not published yet. */
export const MONTHS = [202605, 202606, 202607, 202608, 202609, 202610];

const month = fc.constantFrom(...MONTHS);
const day = fc
  .tuple(month, fc.integer({ min: 1, max: 15 }))
  .map(([yearMonth, date]) => `2026-${two(yearMonth % 100)}-${two(date)}`);
const two = (n: number): string => String(n).padStart(2, '0');
/** Beyond the residents: facility-wide. */
const place = fc.nat(3);

/** A small facility with random residents, notes, letters held back, photos, days and places. */
export const drawnFacility = fc.record({
  earlyLook: fc.boolean(),
  texts: fc.uniqueArray(month, { maxLength: 3 }),
  residents: fc.array(
    fc.record({
      leftOn: fc.option(day),
      isHidden: fc.boolean(),
      notes: fc.uniqueArray(month, { maxLength: 2 }),
      /** Their rows stay, but they are no notes. */
      emptied: fc.uniqueArray(month, { maxLength: 1 }),
      heldBack: fc.uniqueArray(month, { maxLength: 2 }),
      /** Their rows say nothing to families. */
      checked: fc.uniqueArray(month, { maxLength: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  photos: fc.array(
    fc.record({
      place,
      takenOn: day,
      isDeleted: fc.boolean(),
      /** No family may see it, and no month exists for it alone. */
      isHeld: fc.boolean(),
      /** Like a held one. */
      isLeftOut: fc.boolean(),
      /** Its variants are still being made. */
      isUnfinished: fc.boolean(),
      /** The same stored photo in another place. */
      copy: fc.option(fc.record({ place, takenOn: day })),
    }),
    { maxLength: 12 },
  ),
});
type Drawn = typeof drawnFacility extends fc.Arbitrary<infer Value> ? Value : never;

/** Inserts it into the database. @returns a staff member, each resident's family, every photo */
export async function fillDrawn(
  rt: Runtime,
  drawn: Drawn,
): Promise<{ actor: Actor; links: Link[]; blobIds: string[]; hiddenItemIds: string[] }> {
  const host = await makeHost(rt);
  const settings = { host_id: host.id, early_look: drawn.earlyLook ? 1 : 0 } as const;
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  for (const yearMonth of drawn.texts) await makeLetter(rt, host.id, yearMonth);
  const residents: string[] = [];
  const links: Link[] = [];
  for (const { leftOn, isHidden, ...months } of drawn.residents) {
    const resident = await makeResident(rt, host.id, {
      left_on: leftOn,
      photos_hidden: isHidden ? 1 : 0,
    });
    const family = await makeFamily(rt, resident);
    const link = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
    if (!link) throw new Error('the link does not open');
    await fillMonths(rt, resident, months);
    residents.push(resident.id);
    links.push(link);
  }
  const blobIds: string[] = [];
  const hiddenItemIds: string[] = [];
  for (const photo of drawn.photos) {
    const { place, takenOn, isDeleted, isHeld, isLeftOut, isUnfinished, copy } = photo;
    const { blob_id, ...row } = await makeItem(rt, host.id, {
      residentId: residents[place] ?? null,
      takenOn,
      isHeld,
      isLeftOut,
      state: isUnfinished ? 'accepted' : 'ready',
      ...(isDeleted && { deletedAt: rt.clock.now().toISOString() }),
    });
    blobIds.push(blob_id);
    if (isHeld || isLeftOut) hiddenItemIds.push(row.id);
    const other = copy && (residents[copy.place] ?? null);
    if (!copy || other === (residents[place] ?? null)) continue;
    const more = { id: `${row.id}copy`, resident_id: other, taken_on: copy.takenOn };
    await rt.db
      .insertInto('items')
      .values({ ...row, ...more, blob_id, deleted_at: null, is_upload: 0, held: 0, left_out: 0 })
      .execute();
  }
  hiddenItemIds.push(...(await listWithheld(rt, host.id)));
  return { actor: await signedIn(rt, await makeStaff(rt, host.id)), links, blobIds, hiddenItemIds };
}

/** Items of pictures that a resident without consent is on. */
async function listWithheld(rt: Runtime, hostId: string): Promise<string[]> {
  const rows = await rt.db
    .selectFrom('items')
    .leftJoin('residents', 'residents.id', 'items.resident_id')
    .select(['items.id', 'picture', 'photos_hidden', 'deleted_at'])
    .where('items.host_id', '=', hostId)
    .execute();
  const living = rows.filter(({ deleted_at }) => deleted_at === null);
  const withheld = new Set(
    living.filter(({ photos_hidden }) => photos_hidden === 1).map(({ picture }) => picture),
  );
  return living.filter(({ picture }) => withheld.has(picture)).map(({ id }) => id);
}

async function fillMonths(
  rt: Runtime,
  resident: ResidentRow,
  { notes, emptied, heldBack, checked }: Omit<Drawn['residents'][number], 'leftOn' | 'isHidden'>,
): Promise<void> {
  for (const month of notes) await makeNote(rt, resident, month);
  for (const month of emptied) {
    if (!notes.includes(month)) await makeNote(rt, resident, month, { body: '' });
  }
  for (const month of heldBack) await makeHeldBack(rt, resident, month);
  for (const month of checked) {
    if (heldBack.includes(month)) continue;
    const at = rt.clock.now().toISOString();
    await makeHeldBack(rt, resident, month, { held_back: null, checked_at: at });
  }
}

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
const openPhotos = (rt: Runtime, link: Link, blobIds: string[]): string[] =>
  blobIds.filter((blobId) => {
    const signature = partOf(familyPhotoAddress(rt.secrets, link, blobId)('360.webp'), 5);
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
    openPhotos(rt, link, blobIds).sort(),
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
  for (const yearMonth of MONTHS) {
    const { items = [], note = '' } = letters.get(yearMonth) ?? {};
    const archive = await openArchive(rt, link, yearMonth);
    const fills = items.length > 0 || note !== '';
    same(`photos or a note, and an archive of ${yearMonth}`, fills, archive !== null);
  }
  for (const [yearMonth, letter] of await finishedLetters(rt, actor, link)) {
    const own = letter?.items.filter(({ residentId }) => residentId !== null) ?? [];
    const contents = await readMonthContents(rt.db, link.hostId, yearMonth, [link.residentId]);
    const isMailed = hasLetter(link, contents);
    same(`a letter of ${yearMonth}, and a mail`, letter !== null, isMailed);
    const { ownPhotos, hasNote } = holdingsOf(link, contents);
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

/** In staff's preview, which shows those that are held back as well: here they count as none. */
const finishedLetters = (rt: Runtime, actor: Actor, { residentId }: Link) =>
  Promise.all(
    MONTHS.map(async (yearMonth) => {
      const letter = await readResidentLetter(rt, actor, yearMonth, residentId);
      const isSent = letter?.letter?.isOut === true && !letter.letter.isHeldBack;
      return [yearMonth, isSent ? letter.letter : null] as const;
    }),
  );

/** A resident's photos that staff may choose as a month's cover. */
async function ownCovers(rt: Runtime, { hostId, residentId }: Link, yearMonth: number) {
  const rows = await rt.db
    .selectFrom('items')
    .select('id')
    .where('host_id', '=', hostId)
    .where('resident_id', '=', residentId)
    .execute();
  const found = rows.map(({ id }) => findCoverCandidate(rt.db, hostId, yearMonth, id));
  return (await Promise.all(found)).flatMap((row) => (row ? [row.id] : []));
}

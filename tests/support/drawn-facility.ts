import fc from 'fast-check';
import type { ResidentRow } from '#db/schema.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { firstDayOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from './cast.ts';
import {
  makeFamily,
  makeSkipped,
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
/** Often in the month under way, whose letter may still be made. */
const diedIn = fc.oneof(month, fc.constant(MONTHS.at(-1) ?? 0));
const two = (n: number): string => String(n).padStart(2, '0');
/** Beyond the residents: facility-wide. */
const place = fc.nat(3);

/** A small facility with random residents, notes, letters skipped, photos, days and places. */
export const drawnFacility = fc.record({
  earlyLook: fc.boolean(),
  texts: fc.uniqueArray(month, { maxLength: 3 }),
  residents: fc.array(
    fc.record({
      leftOn: fc.option(day),
      isHidden: fc.boolean(),
      awaySince: fc.option(day, { freq: 1 }),
      /** The month under way when the death was entered. */
      died: fc.option(fc.record({ yearMonth: diedIn, hasLastLetter: fc.boolean() }), { freq: 1 }),
      delivery: fc.constantFrom('email' as const, 'print' as const),
      notes: fc.uniqueArray(month, { maxLength: 2 }),
      /** Their rows stay, but they are no notes. */
      emptied: fc.uniqueArray(month, { maxLength: 1 }),
      skipped: fc.uniqueArray(month, { maxLength: 2 }),
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

const REACHED = {
  email: 'kazoku@example.jp',
  postcode: '1000001',
  pref: '東京都',
  city: '千代田区',
  town: '千代田',
  street: '1-1',
};

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
  for (const drawnResident of drawn.residents) {
    const { leftOn, isHidden, awaySince, died, delivery } = drawnResident;
    const resident = await makeResident(rt, host.id, {
      left_on: leftOn,
      photos_hidden: isHidden ? 1 : 0,
      away_since: awaySince,
      ...(died && {
        died_on: firstDayOf(died.yearMonth),
        letters_end: firstDayOf(died.yearMonth),
        last_letter: died.hasLastLetter ? 1 : 0,
        last_words: died.hasLastLetter ? '安らかに。' : '',
      }),
    });
    const family = await makeFamily(rt, resident, { ...REACHED, delivery });
    const link = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
    if (!link) throw new Error('the link does not open');
    await fillMonths(rt, resident, drawnResident);
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
  hiddenItemIds.push(...(await listHidden(rt, host.id)));
  return { actor: await signedIn(rt, await makeStaff(rt, host.id)), links, blobIds, hiddenItemIds };
}

/** Items of pictures that a resident without consent is on. */
async function listHidden(rt: Runtime, hostId: string): Promise<string[]> {
  const rows = await rt.db
    .selectFrom('items')
    .leftJoin('residents', 'residents.id', 'items.resident_id')
    .select(['items.id', 'picture', 'photos_hidden', 'deleted_at'])
    .where('items.host_id', '=', hostId)
    .execute();
  const living = rows.filter(({ deleted_at }) => deleted_at === null);
  const hidden = new Set(
    living.filter(({ photos_hidden }) => photos_hidden === 1).map(({ picture }) => picture),
  );
  return living.filter(({ picture }) => hidden.has(picture)).map(({ id }) => id);
}

async function fillMonths(
  rt: Runtime,
  resident: ResidentRow,
  { notes, emptied, skipped, checked }: Drawn['residents'][number],
): Promise<void> {
  for (const month of notes) await makeNote(rt, resident, month);
  for (const month of emptied) {
    if (!notes.includes(month)) await makeNote(rt, resident, month, { body: '' });
  }
  for (const month of skipped) await makeSkipped(rt, resident, month);
  for (const month of checked) {
    if (skipped.includes(month)) continue;
    const at = rt.clock.now().toISOString();
    await makeSkipped(rt, resident, month, { held_back: null, checked_at: at });
  }
}

import fc from 'fast-check';
import type { ResidentRow } from '#db/schema.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { firstDayOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
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
/** As often as it leaves most photos to see. */
const seldom = fc.nat(4).map((n) => n === 4);
/** Beyond the residents: facility-wide. */
const place = fc.nat(3);

/** A small facility with random residents, notes, letters skipped, photos, days and places. */
export const drawnFacility = fc.record({
  earlyLook: fc.boolean(),
  /** Answered after the photos were added. */
  answersLater: fc.boolean(),
  texts: fc.uniqueArray(month, { maxLength: 3 }),
  residents: fc.array(
    fc.record({
      leftOn: fc.option(day),
      isHidden: seldom,
      extent: fc.constantFrom('own' as const, 'all' as const, 'all' as const),
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
      isDeleted: seldom,
      /** No family may see it, and no month exists for it alone. */
      isHeld: seldom,
      /** Like a held one. */
      isLeftOut: seldom,
      /** Its variants are still being made. */
      isUnfinished: seldom,
      /** The same stored photo in another place. */
      copy: fc.option(fc.record({ place, takenOn: day })),
      /** Who is on it, said of a photo of the whole facility. */
      named: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
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
): Promise<{
  actor: Actor;
  links: Link[];
  blobIds: string[];
  /** Items that the families of a resident must not see, by rules other than the code's. */
  mustNotSee: (residentId: string) => string[];
}> {
  const host = await makeHost(rt);
  const settings = { host_id: host.id, early_look: drawn.earlyLook ? 1 : 0 } as const;
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  for (const yearMonth of drawn.texts) await makeLetter(rt, host.id, yearMonth);
  const residents: string[] = [];
  const tokens: LetterTokens[] = [];
  for (const drawnResident of drawn.residents) {
    const { leftOn, awaySince, died, delivery } = drawnResident;
    const resident = await makeResident(rt, host.id, {
      left_on: leftOn,
      ...(drawn.answersLater ? {} : answerOf(drawnResident)),
      away_since: awaySince,
      ...(died && {
        died_on: firstDayOf(died.yearMonth),
        letters_end: firstDayOf(died.yearMonth),
        last_letter: died.hasLastLetter ? 1 : 0,
        last_words: died.hasLastLetter ? '安らかに。' : '',
      }),
    });
    const family = await makeFamily(rt, resident, { ...REACHED, delivery });
    await fillMonths(rt, resident, drawnResident);
    residents.push(resident.id);
    tokens.push({ residentToken: resident.token, familyToken: family.token });
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
    const names = photo.named.flatMap((n) => residents[n] ?? []);
    if (residents[place] === undefined) await namePeople(rt, row, names);
    if (isHeld || isLeftOut) hiddenItemIds.push(row.id);
    const other = copy && (residents[copy.place] ?? null);
    if (!copy || other === (residents[place] ?? null)) continue;
    const more = { id: `${row.id}copy`, resident_id: other, taken_on: copy.takenOn };
    await rt.db
      .insertInto('items')
      .values({ ...row, ...more, blob_id, deleted_at: null, is_upload: 0, held: 0, left_out: 0 })
      .execute();
  }
  for (const [n, id] of residents.entries()) {
    const answer = answerOf(drawn.residents[n]);
    await rt.db.updateTable('residents').set(answer).where('id', '=', id).execute();
  }
  const actor = await signedIn(rt, await makeStaff(rt, host.id));
  const forbidden = await listForbidden(rt, host.id);
  const links: Link[] = [];
  for (const one of tokens) {
    const link = await openLink(rt, one);
    if (!link) throw new Error('the link does not open');
    links.push(link);
  }
  return {
    actor,
    links,
    blobIds,
    mustNotSee: (residentId) => [...hiddenItemIds, ...forbidden(residentId)],
  };
}

const answerOf = (drawn: Drawn['residents'][number] | undefined) =>
  ({
    photo_consent: drawn?.isHidden ? 0 : 1,
    photo_consent_extent: drawn?.extent ?? 'all',
    photos_hidden: drawn?.isHidden ? 1 : 0,
  }) as const;

async function namePeople(
  rt: Runtime,
  { host_id, picture }: { host_id: string; picture: string },
  residentIds: readonly string[],
): Promise<void> {
  for (const resident_id of residentIds) {
    await rt.db.insertInto('picture_people').values({ host_id, picture, resident_id }).execute();
  }
}

/**
 * By resident: items of pictures that name somebody who agreed to nothing, or somebody else who
 * agreed to letters of the own family only.
 */
async function listForbidden(
  rt: Runtime,
  hostId: string,
): Promise<(residentId: string) => string[]> {
  const rows = await rt.db
    .selectFrom('items')
    .select(['id', 'picture', 'resident_id'])
    .where('host_id', '=', hostId)
    .where('deleted_at', 'is', null)
    .execute();
  const named = await rt.db
    .selectFrom('picture_people')
    .select(['picture', 'resident_id'])
    .where('host_id', '=', hostId)
    .execute();
  const people = await rt.db
    .selectFrom('residents')
    .select(['id', 'photo_consent', 'photo_consent_extent'])
    .where('host_id', '=', hostId)
    .execute();
  const isOn = (picture: string, id: string): boolean =>
    [...rows, ...named].some((row) => row.picture === picture && row.resident_id === id);
  const forbids = (id: string) => (one: (typeof people)[number]) =>
    one.photo_consent !== 1 || (one.photo_consent_extent === 'own' && one.id !== id);
  return (residentId) =>
    rows
      .filter(({ picture }) =>
        people.filter(forbids(residentId)).some((one) => isOn(picture, one.id)),
      )
      .map(({ id }) => id);
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

import type { ItemRow } from '#db/schema.ts';
import { hasAgreed, isAgreedForAll } from '#domains/people/resident-rows.ts';
import { conflict, invalid } from '#lib/errors.ts';
import { sama } from '#lib/honorific.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import type { Tx } from '#server/transaction.ts';
import type { Place } from './item.ts';
import { leaveOut, markOf } from './leave-out.ts';

type OfPicture = Pick<ItemRow, 'host_id' | 'picture'>;

/**
 * Until an admin has answered, a picture stays in its places (domain.md#consent).
 * @throws AppError 409 while one has still to decide
 */
export async function requireShown({ db }: Tx, of: OfPicture): Promise<void> {
  if ((await listInQuestion(db, of)).length > 0) {
    throw conflict(
      'この写真に写っている方の同意が変わり、写真の扱いがまだ決まっていません。写真はそのままです。移したりコピーしたりできるのは、管理者の方が、その方の写真の扱いを決めてからです。',
    );
  }
}

/** About whom an admin has still to decide. */
export const listInQuestion = (db: Db, { host_id: hostId, picture }: OfPicture) =>
  db
    .selectFrom('withheld_pictures')
    .select(['resident_id', 'waits'])
    .where((eb) => eb.and({ host_id: hostId, picture, asks: 1 }))
    .execute();

/**
 * Whether everybody who is named on a picture allows a place for it: 施設全体 reaches all families.
 * @throws AppError 422 naming who has not agreed (domain.md#consent)
 */
export async function requireAgreed({ db }: Tx, of: OfPicture, place: Place): Promise<void> {
  const names = await (place === null ? listNotForAll(db, of) : listRefused(db, of));
  if (names.length === 0) return;
  const who = names.map(({ name }) => sama(name)).join('・');
  const text =
    place === null
      ? `${who}は、ほかのご家族のお便りに載せることに同意されていません。写っている写真は、施設全体には出せません。写真はそのままです。`
      : `この写真には${who}が写っていて、写真を載せることに同意されていません。写真はそのままです。`;
  throw invalid(text, { residentId: [text] });
}

/** People named on a picture of 施設全体 who agreed to no letters. */
const listRefused = (db: Db, { host_id: hostId, picture }: OfPicture) =>
  db
    .selectFrom('picture_people as named')
    .innerJoin('residents', ofOneHost('residents.id', 'named.resident_id'))
    .select('residents.name')
    .where((eb) => eb.and({ 'named.host_id': hostId, 'named.picture': picture }))
    .where((eb) => eb.not(hasAgreed(eb)))
    .execute();

/** People on a picture, by name or in their own letters, who did not agree to those of others. */
const listNotForAll = (db: Db, { host_id: hostId, picture }: OfPicture) => {
  const own = db
    .selectFrom('items')
    .select('items.resident_id')
    .where('items.host_id', '=', hostId)
    .where((eb) => eb.and({ 'items.picture': picture, 'items.deleted_at': null }));
  const named = db
    .selectFrom('picture_people')
    .select('picture_people.resident_id')
    .where((eb) => eb.and({ 'picture_people.host_id': hostId, 'picture_people.picture': picture }));
  return db
    .selectFrom(own.union(named).as('on_it'))
    .innerJoin('residents', 'residents.id', 'on_it.resident_id')
    .select('residents.name')
    .where('residents.host_id', '=', hostId)
    .where((eb) => eb.not(isAgreedForAll(eb)))
    .execute();
};

/**
 * Leaves restored photos out of the letters where somebody who did not agree to others' was deleted
 * with them or later and is not back: that they are not on it is for staff to say. What was deleted
 * once somebody had been taken off comes back as it was.
 */
export async function leaveOutWithoutThem({ db }: Tx, rows: readonly ItemRow[]): Promise<void> {
  for (const { host_id: hostId, id, picture, deleted_at: since } of rows) {
    const gone = await db
      .selectFrom('items')
      .innerJoin('residents', ofOneHost('residents.id', 'items.resident_id'))
      .select('items.resident_id')
      .distinct()
      .where((eb) => eb.and({ 'items.host_id': hostId, 'items.picture': picture }))
      .where('items.deleted_at', '>=', since)
      .where(({ not, eb }) => not(isAgreedForAll(eb)))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('items as own')
              .select('own.id')
              .whereRef('own.host_id', '=', 'items.host_id')
              .whereRef('own.picture', '=', 'items.picture')
              .whereRef('own.resident_id', '=', 'items.resident_id')
              .where('own.deleted_at', 'is', null),
          ),
        ),
      )
      .execute();
    for (const { resident_id: of } of gone) {
      if (of !== null) {
        await leaveOut(db, hostId, markOf(of, 'taken off'), (eb) => eb('items.id', '=', id));
      }
    }
  }
}

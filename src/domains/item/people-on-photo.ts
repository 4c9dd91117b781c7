import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import { isOn } from '#lib/flags.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import { MAX_PEOPLE_SHOWN } from './item-limits.ts';
import type { ItemPerson } from './item-person.ts';
import { residentsIn } from './leave-out.ts';

interface OfDay {
  blob_id: string;
  taken_on: string;
}

/**
 * The item that stands for a stored photo of a day where each is shown once: the one that was
 * uploaded, so that a copy does not change the photo's place between pages.
 */
export const isFirstOfPhoto = (eb: ExpressionBuilder<Database, 'items'>) =>
  eb(
    'items.id',
    '=',
    eb
      .selectFrom('items as same')
      .select('same.id')
      .whereRef('same.host_id', '=', 'items.host_id')
      .whereRef('same.blob_id', '=', 'items.blob_id')
      .whereRef('same.taken_on', '=', 'items.taken_on')
      .where('same.deleted_at', 'is', null)
      .orderBy('same.is_upload', 'desc')
      .orderBy('same.created_at')
      .orderBy('same.id')
      .limit(1),
  );

/** Whose letters have the photos and who is only named, in あいうえお order, 施設全体 last. */
export async function readPeople(
  db: Db,
  hostId: string,
  photos: readonly OfDay[],
): Promise<(photo: OfDay) => { people: ItemPerson[]; peopleCount: number }> {
  const blobIds = [...new Set(photos.map((photo) => photo.blob_id))];
  const byPhoto = Map.groupBy(await listPeople(db, hostId, blobIds), keyOf);
  const named = Map.groupBy(await listOnlyNamed(db, hostId, blobIds), keyOf);
  return (photo) => {
    const own = byPhoto.get(keyOf(photo)) ?? [];
    const names = named.get(keyOf(photo)) ?? [];
    const all = [...own, ...names];
    const people = sortByName(all, ({ resident_name: name, name_kana: nameKana }) => ({
      name: name ?? '',
      nameKana: nameKana ?? '',
    }));
    const isHall = (row: { resident_id: string | null }): boolean => row.resident_id === null;
    const inOrder = [...people.filter((row) => !isHall(row)), ...people.filter(isHall)];
    return {
      people: inOrder.map(toPerson),
      peopleCount: (own[0]?.people ?? 0) + names.length,
    };
  };
}

const keyOf = ({ blob_id: blobId, taken_on: day }: OfDay): string => `${blobId} ${day}`;

type Person = Omit<Awaited<ReturnType<typeof listPeople>>[number], 'id' | 'people' | 'place'> & {
  id: string | null;
};

const toPerson = (row: Person): ItemPerson => ({
  itemId: row.id,
  residentId: row.resident_id,
  residentName: row.resident_name,
  portraitUrl: row.portrait_blob_id && paths.staffPhoto(row.portrait_blob_id, PREVIEW),
  caption: row.caption,
  held: isOn(row.held),
  leftOut: isOn(row.left_out),
  leftOutFor: residentsIn(row),
});

/** Living items of stored photos, of each day as many as are shown. */
const listPeople = (db: Db, hostId: string, blobIds: readonly string[]) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('items')
        .where('items.host_id', '=', hostId)
        .where('items.blob_id', 'in', orNone(blobIds))
        .where('items.deleted_at', 'is', null)
        .select([
          'items.id',
          'items.blob_id',
          'items.taken_on',
          'items.resident_id',
          'items.caption',
          'items.held',
          'items.left_out',
          'items.left_out_for',
        ])
        .select(({ fn }) => [
          fn.countAll<number>().over(ofDay).as('people'),
          fn
            .agg<number>('row_number')
            .over((over) => ofDay(over).orderBy('items.id'))
            .as('place'),
        ])
        .as('shown'),
    )
    .leftJoin('residents', (join) =>
      join.onRef('residents.id', '=', 'shown.resident_id').on('residents.host_id', '=', hostId),
    )
    .where('shown.place', '<=', MAX_PEOPLE_SHOWN)
    .selectAll('shown')
    .select([
      'residents.name as resident_name',
      'residents.name_kana',
      'residents.portrait_blob_id',
    ])
    .execute();

/** People who are named on stored photos and whose letters do not have them. */
const listOnlyNamed = (db: Db, hostId: string, blobIds: readonly string[]) =>
  db
    .selectFrom('items')
    .innerJoin('picture_people as named', ofOneHost('named.picture', 'items.picture'))
    .innerJoin('residents', ofOneHost('residents.id', 'named.resident_id'))
    .where('items.host_id', '=', hostId)
    .where('items.blob_id', 'in', orNone(blobIds))
    .where('items.deleted_at', 'is', null)
    .where(isFirstOfPhoto)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('items as own')
            .select('own.id')
            .whereRef('own.host_id', '=', 'items.host_id')
            .whereRef('own.blob_id', '=', 'items.blob_id')
            .whereRef('own.taken_on', '=', 'items.taken_on')
            .whereRef('own.resident_id', '=', 'named.resident_id')
            .where('own.deleted_at', 'is', null),
        ),
      ),
    )
    .select(({ lit }) => [
      ...(['items.blob_id', 'items.taken_on', 'items.caption', 'items.held'] as const),
      ...(['items.left_out', 'items.left_out_for', 'named.resident_id'] as const),
      ...(['residents.name as resident_name', 'residents.name_kana'] as const),
      'residents.portrait_blob_id',
      lit(null).as('id'),
    ])
    .execute();

const ofDay = <
  T extends { partitionBy: (columns: readonly ['items.blob_id', 'items.taken_on']) => T },
>(
  over: T,
): T => over.partitionBy(['items.blob_id', 'items.taken_on']);

import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { orMissing } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { findItemRow, living, withPhoto } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type { ItemWithPeople, PhotoPerson } from './item.ts';
import { isLeftOutByRule } from './leave-out.ts';
import { readItem } from './list-items.ts';

/** With all who are on the photo, in あいうえお order. @throws AppError 404 */
export async function readItemWithPeople(
  rt: Runtime,
  actor: Actor,
  id: string,
): Promise<ItemWithPeople> {
  const item = await readItem(rt, actor, id);
  const row = orMissing(await findItemRow(rt.db, actor.host.id, id));
  return {
    ...item,
    people: await readPhotoPeople(rt.db, row),
    leftOutByRule: (await listLeftOutByRule(rt.db, row)).map(toStaffItem),
  };
}

async function readPhotoPeople(db: Db, row: Picture): Promise<PhotoPerson[]> {
  const rows = await listPhotoPeople(db, row);
  return sortByName(rows, ({ name, name_kana: nameKana }) => ({ name, nameKana })).map(
    (person) => ({
      residentId: person.id,
      residentName: person.name,
      itemId: person.item_id,
      isNamed: person.named !== null,
      portraitUrl: person.portrait_blob_id && paths.staffPhoto(person.portrait_blob_id, PREVIEW),
      hiddenFrom: person.reach,
    }),
  );
}

type Picture = Pick<ItemRow, 'host_id' | 'picture'>;

/** Whose letters have the picture, and who is named on it. */
const listPhotoPeople = (db: Db, { host_id: hostId, picture }: Picture) =>
  db
    .selectFrom('residents')
    .leftJoin('items', (join) =>
      join
        .onRef('items.host_id', '=', 'residents.host_id')
        .onRef('items.resident_id', '=', 'residents.id')
        .on('items.picture', '=', picture)
        .on('items.deleted_at', 'is', null),
    )
    .select(['residents.id', 'residents.name', 'residents.name_kana', 'residents.portrait_blob_id'])
    .leftJoin('picture_people as naming', (join) =>
      join
        .onRef('naming.host_id', '=', 'residents.host_id')
        .onRef('naming.resident_id', '=', 'residents.id')
        .on('naming.picture', '=', picture),
    )
    .select(['items.id as item_id', 'naming.resident_id as named'])
    .select((eb) =>
      eb
        .selectFrom('withheld_pictures as waiting')
        // "everybody" sorts before "others".
        .select(({ fn }) => fn.min('waiting.reach').as('reach'))
        .whereRef('waiting.host_id', '=', 'residents.host_id')
        .whereRef('waiting.resident_id', '=', 'residents.id')
        .where('waiting.picture', '=', picture)
        .as('reach'),
    )
    .where('residents.host_id', '=', hostId)
    .where('residents.id', 'in', (eb) =>
      eb
        .selectFrom('items as own')
        .select('own.resident_id')
        .where((eb) => eb.and({ 'own.host_id': hostId, 'own.picture': picture }))
        .where('own.resident_id', 'is not', null)
        .where('own.deleted_at', 'is', null)
        .union((of) =>
          of
            .selectFrom('picture_people as named')
            .select('named.resident_id')
            .where((eb) => eb.and({ 'named.host_id': hostId, 'named.picture': picture })),
        )
        .$castTo<{ resident_id: string }>(),
    )
    .execute();

/** Everybody's living items of a picture that a rule leaves out. */
export const listLeftOutByRule = (
  db: Db,
  { host_id: hostId, picture }: Pick<ItemRow, 'host_id' | 'picture'>,
) =>
  withPhoto(living(db, hostId).where('items.picture', '=', picture).where(isLeftOutByRule))
    .orderBy('items.id')
    .execute();

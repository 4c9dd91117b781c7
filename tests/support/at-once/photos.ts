import type { UpdateItemInput } from '#domains/item/item.ts';
import { answerHeld } from '#domains/item/settle-held.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { namePeople } from '#domains/item/name-people.ts';
import { newId } from '#server/secrets.ts';
import { makeResident } from '../factories.ts';
import { drainJobs, uploadPhoto } from '../uploads.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';

const DAY = '2026-10-05';
const OTHER_DAY = '2026-10-12';

/** A real photo that all share, since turning opens its files. */
async function anchorOf({ rt, cast, admin }: World) {
  const anchors = rt.db.selectFrom('items').selectAll().where('host_id', '=', cast.host.id);
  const known = await anchors.where('is_upload', '=', 1).executeTakeFirst();
  if (known) return known;
  await uploadPhoto(rt, admin, { takenOn: '2026-10-01' });
  await drainJobs(rt);
  return anchors.executeTakeFirstOrThrow();
}

async function make(
  world: World,
  more: { held?: 1; deleted_at?: string; resident_id?: null } = {},
) {
  const { rt, cast, admin } = world;
  const anchor = await anchorOf(world);
  const from = await makeResident(rt, cast.host.id);
  const to = await makeResident(rt, cast.host.id);
  const row = { ...anchor, is_upload: 0 as const, taken_on: DAY, resident_id: from.id };
  const photo = { ...row, id: newId(), picture: newId(), ...more };
  // It is never the first one of its day, and so can go before another, wherever it is by then.
  const others = [{}, { taken_on: OTHER_DAY }, { resident_id: to.id }].map((where) => ({
    ...{ ...row, position: -1, ...where },
    ...{ id: newId(), picture: newId() },
  }));
  await rt.db
    .insertInto('items')
    .values([...others, photo])
    .execute();
  return { admin, to: to.id, id: photo.id, picture: photo.picture, blobId: anchor.blob_id };
}

type Made = Awaited<ReturnType<typeof make>>;

async function read({ rt }: World, { picture, id, blobId, to }: Made) {
  const all = await rt.db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .selectAll('items')
    .select('blobs.state')
    .where('items.picture', '=', picture)
    .execute();
  const item = all.find((one) => one.id === id);
  const copy = all.find((one) => one.id !== id);
  return item && { item, copy, blobId, to };
}

type After = NonNullable<Awaited<ReturnType<typeof read>>>;

const change =
  (input: UpdateItemInput) =>
  (rt: World['rt'], { admin, id }: Made) =>
    changeItem(rt, admin, id, input);

const CHANGES = {
  caption: {
    apply: change({ caption: '中庭にて' }),
    log: 'photo.captioned',
    counted: ({ item }: After) => item.caption === '中庭にて',
  },
  'left out': {
    apply: change({ leftOut: true }),
    log: 'photo.left_out',
    counted: ({ item }: After) => item.left_out === 1,
  },
  // The day and the place of a photo begin another order.
  order: { apply: change({ order: 'earlier' }), log: 'photo.ordered' },
  turn: {
    apply: change({ rotate: 90 }),
    log: 'photo.turned',
    counted: ({ item, blobId }: After) => item.blob_id !== blobId && item.state === 'ready',
  },
  move: {
    apply: (rt: World['rt'], { admin, id, to }: Made) => moveItem(rt, admin, id, to),
    log: 'photo.moved',
    counted: ({ item, to }: After) => item.resident_id === to,
  },
  copy: {
    apply: (rt: World['rt'], { admin, id }: Made) => copyItem(rt, admin, id, null),
    log: 'photo.copied',
    counted: ({ item, copy }: After) => copy?.blob_id === item.blob_id,
  },
  delete: {
    apply: (rt: World['rt'], { admin, id }: Made) => deleteItem(rt, admin, id),
    log: 'photo.deleted',
    counted: ({ item }: After) => item.deleted_at !== null,
  },
} as const;

const photo = pairsOf({
  make: (world) => make(world),
  read,
  changes: {
    ...CHANGES,
    day: {
      apply: change({ takenOn: OTHER_DAY }),
      log: 'photo.dated',
      counted: ({ item }) => item.taken_on === OTHER_DAY,
    },
  },
});

const heldPhoto = pairsOf({
  make: (world) => make(world, { held: 1 }),
  read,
  changes: {
    caption: CHANGES.caption,
    'left out': CHANGES['left out'],
    move: CHANGES.move,
    answer: {
      apply: (rt, { admin, id }) => answerHeld(rt, admin, { itemIds: [id], answer: 'keep' }),
      log: 'photo.answered',
      counted: ({ item }) => item.held === 0,
    },
  },
});

const deletedPhoto = pairsOf({
  make: (world) => make(world, { deleted_at: world.rt.clock.now().toISOString() }),
  read,
  changes: {
    restore: {
      apply: (rt, { admin, id }) => restoreItem(rt, admin, id),
      log: 'photo.restored',
    },
    delete: CHANGES.delete,
    caption: CHANGES.caption,
  },
});

/** Of 施設全体, which alone has names. */
const facilityPhoto = pairsOf({
  make: (world) => make(world, { resident_id: null }),
  async read(world, made) {
    const after = await read(world, made);
    const named = await world.rt.db
      .selectFrom('picture_people')
      .select('resident_id')
      .where('picture', '=', made.picture)
      .execute();
    return after && { ...after, named: named.map(({ resident_id: id }) => id) };
  },
  changes: {
    caption: CHANGES.caption,
    move: CHANGES.move,
    delete: CHANGES.delete,
    copy: {
      apply: (rt, { admin, id, to }) => copyItem(rt, admin, id, to),
      log: 'photo.copied',
      counted: ({ copy, to }) => copy?.resident_id === to,
    },
    name: {
      apply: (rt, { admin, id, to }) => namePeople(rt, admin, id, { residentIds: [to] }),
      log: 'photo.people_named',
      counted: ({ named, to }) => named.includes(to),
    },
  },
});

export const PHOTOS = { photo, heldPhoto, deletedPhoto, facilityPhoto };

import type { ItemPerson } from './item-person.ts';
import type { Item, ListedItem, PhotoPerson } from './item.ts';

/** A stored photo of a day, whoever has it: the item in front stands for all (item/together.ts). */
export interface Tile extends Item {
  people: ItemPerson[];
  /** More than `people` where there are very many. */
  peopleCount: number;
}

/** A stored photo's files are in one folder. */
const folderOf = ({ id, images: { src } }: Item): string =>
  src.slice(0, src.lastIndexOf('/')) || id;

export const isSamePhoto = (a: Item, b: Item): boolean =>
  a.takenOn === b.takenOn && folderOf(a) === folderOf(b);

export const asTile = (item: ListedItem): Tile => ({
  ...item,
  people: item.people ?? [toPerson(item)],
  peopleCount: item.peopleCount ?? 1,
});

/** One person's, with a face where that is known. */
export const tileWith = (item: Item, portraitUrl: string | null): Tile =>
  asTile({ ...item, people: [{ ...toPerson(item), portraitUrl }], peopleCount: 1 });

const toPerson = (item: ListedItem, before: string | null = null): ItemPerson => {
  const { id, residentId, residentName, caption, held, leftOut, leftOutFor } = item;
  const known = item.people?.find(({ itemId }) => itemId === id);
  const portraitUrl = known ? known.portraitUrl : before;
  return { itemId: id, residentId, residentName, portraitUrl, caption, held, leftOut, leftOutFor };
};

export const hasItem = ({ people }: Tile, id: string): boolean =>
  people.some(({ itemId }) => itemId === id);

/** Without whoever else is on it. */
function alone(listed: ListedItem): Item {
  const item = { ...listed };
  delete item.people;
  delete item.peopleCount;
  return item;
}

/** The item of a person, as far as photo and day tell. */
function itemOf(tile: Tile, person: ItemPerson): Item[] {
  const { itemId: id, ...own } = person;
  return id === null ? [] : [{ ...alone(tile), ...own, id }];
}

/** Whose letters have it; others are only named. */
export const ownersOf = ({ people }: Pick<Tile, 'people'>): ItemPerson[] =>
  people.filter(({ itemId }) => itemId !== null);

/** Where it is, whether listed or not. */
export const placesIn = (tile: Tile): number =>
  tile.peopleCount - tile.people.length + ownersOf(tile).length;

export const isOfSeveral = (tile: Tile): boolean => placesIn(tile) > 1;

export const itemsIn = (tile: Tile): Item[] =>
  tile.people.flatMap((person) => itemOf(tile, person));

/** Puts another item in front, if need be. */
export function inFront(tile: Tile, isWanted: (item: Item) => boolean): Tile {
  if (hasItem(tile, tile.id) && isWanted(tile)) return tile;
  const items = itemsIn(tile);
  return { ...tile, ...(items.find(isWanted) ?? items[0]) };
}

/** With those who are only named on it. */
export function withNamed(tile: Tile, on: readonly PhotoPerson[]): Tile {
  const owners = ownersOf(tile);
  const named = on
    .filter(({ itemId }) => itemId === null)
    .map(({ residentId, residentName, portraitUrl }) => {
      const self = { ...tile, residentId, residentName };
      return { ...toPerson(self), itemId: null, portraitUrl };
    });
  return {
    ...tile,
    people: [...named, ...owners],
    peopleCount: placesIn(tile) + named.length,
  };
}

/** Adds an item, or changes what is known of it and of the photo. */
export function withItem(tile: Tile, item: ListedItem): Tile {
  const known = alone(item);
  const { id, width, height, color, status, images } = known;
  const isNew = !hasItem(tile, id);
  const people = isNew
    ? [...tile.people, toPerson(item)]
    : tile.people.map((person) =>
        person.itemId === id ? toPerson(item, person.portraitUrl) : person,
      );
  return {
    ...tile,
    width,
    height,
    color,
    status,
    images,
    ...(id === tile.id && known),
    people,
    peopleCount: tile.peopleCount + (isNew ? 1 : 0),
  };
}

/** @returns null where nobody else has it */
export function withoutItem(tile: Tile, id: string): Tile | null {
  const people = tile.people.filter(({ itemId }) => itemId !== id);
  const rest = { ...tile, people, peopleCount: tile.peopleCount - 1 };
  return itemsIn(rest).length === 0 ? null : rest;
}

/** Some of its people, each alone. */
export const only = (tile: Tile, ids: ReadonlySet<string>): Tile[] =>
  itemsIn(tile).flatMap((item) => {
    const { portraitUrl = null } = tile.people.find(({ itemId }) => itemId === item.id) ?? {};
    return ids.has(item.id) ? [tileWith(item, portraitUrl)] : [];
  });

/** Those of one photo and day together. */
export function byPhoto<T extends Item>(items: readonly T[]): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const photo = `${folderOf(item)} ${item.takenOn}`;
    const group = groups.get(photo);
    if (group) group.push(item);
    else groups.set(photo, [item]);
  }
  return [...groups.values()];
}

/** How many photos of a day these are. */
export const photosIn = (items: readonly Item[]): number => byPhoto(items).length;

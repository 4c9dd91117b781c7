import { atom } from 'nanostores';
import { isOfPlace } from '#domains/item/item-filter.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type { Item, ItemWithPeople, PhotoPerson } from '#domains/item/item.ts';
import { wordsForLettingIn, wordsForPlace } from '#domains/item/seen-at-once.ts';
import { asTile, hasItem, itemsIn, tileWith } from '#domains/item/tile.ts';
import { isForOwnFamily, leftOutText } from '#domains/people/consent.ts';
import { sama } from '#lib/honorific.ts';
import { paths } from '#lib/paths.ts';
import { api, msgOf } from '#client/api-client.ts';
import { askFirst } from './ask-first.ts';
import { forEach } from './batch.ts';
import {
  changeItem,
  copyItem,
  deleteTile,
  leftOutAgain,
  orderNow,
  restoreTile,
  showNamed,
} from './item-changes.ts';
import { $filter, $items, $residents } from './items.ts';
import { notePlaces } from './last-places.ts';
import { whileLoading } from './loading.ts';
import { settle, tellSeen } from './many-items.ts';
import { notify } from './notice.ts';
import { $openId, $photoPeople, openPhoto } from './open-photo.ts';
import { today } from './today.ts';
import { $unnamed } from './uploads.ts';

interface Said {
  /** On whose sheet it is said. */
  id: string;
  text: string;
  isRefusal?: boolean;
  ways?: readonly { text: string; run: () => Promise<void> }[];
}

/** What became of the last change, where it was made. */
export const $peopleSaid = atom<Said | null>(null);
// It is about the photo that is looked at.
$openId.listen((id) => {
  if ($peopleSaid.get()?.id !== id) $peopleSaid.set(null);
});

/** Without an answer, the sheet shows what it knew. */
export async function loadPeople(id: string): Promise<void> {
  try {
    show(await api.get<typeof itemCalls.read>(paths.api.item(id)));
  } catch {
    // The photo page says itself when there is no connection.
  }
}

const isOpen = (id: string): boolean => $openId.get() === id;

/** The photo may have been left out meanwhile, because of somebody who is or was on it. */
function show({ item }: { item: ItemWithPeople }): void {
  showNamed(item);
  const { id, people, leftOutByRule: leftOut } = item;
  if (isOpen(id)) $photoPeople.set({ id, people, leftOut });
}

/** In a notice where the sheet has closed meanwhile. */
function say(said: Said): void {
  if (isOpen(said.id)) $peopleSaid.set(said);
  else notify({ text: said.text, undo: said.ways?.[0]?.run });
}

async function attempt(item: Item, change: () => Promise<void>): Promise<void> {
  $peopleSaid.set(null);
  try {
    await change();
  } catch (error) {
    say({ id: item.id, text: msgOf(error), isRefusal: true });
  }
  if (isOpen(item.id)) await loadPeople(item.id);
}

const namesOf = (ids: readonly string[]): string =>
  ids.map((id) => sama($residents.get().find((one) => one.id === id)?.name ?? '')).join('・');

/** Residents who are on a photo too: by an item of their own, or by name on one of 施設全体. */
export function addToPhoto(
  item: Item,
  people: readonly PhotoPerson[],
  ids: readonly string[],
): Promise<void> {
  const text = `${namesOf(ids)}を加えました`;
  return attempt(item, async () => {
    if (item.residentId === null) {
      const { leftOut } = await name(item, [...namedOn(people), ...ids]);
      const said = leftOut && !item.leftOut ? `${text}。この写真を、お便りから外しました` : text;
      say({ id: item.id, text: said, ways: [undo(item, () => name(item, namedOn(people)))] });
      return;
    }
    if (!(await askFirst(wordsForPlace(seenBy(item, people, ids), today())))) return;
    const copies = await copyItem(item, { residentIds: [...ids] });
    notePlaces([...people.map(({ residentId }) => residentId), ...ids]);
    const takeBack = async (): Promise<void> => {
      for (const copy of copies) await deleteTile(asTile(copy), { isMistake: true });
    };
    say({ id: item.id, text, ways: [undo(item, takeBack)] });
  });
}

/** Takes one person from a photo: that person's item, or the name. */
export function takeFromPhoto(
  item: Item,
  people: readonly PhotoPerson[],
  { itemId, residentId, residentName }: PhotoPerson,
): Promise<void> {
  const text = `${sama(residentName)}をはずしました`;
  if (itemId === null) {
    const named = namedOn(people);
    const left = named.filter((id) => id !== residentId);
    return attempt(item, async () => {
      await name(item, left);
      say({ id: item.id, text, ways: [undo(item, () => name(item, named))] });
    });
  }
  const sheet = itemId === item.id ? (nextOn(itemId) ?? item) : item;
  const order = orderNow();
  const gone = tileWith({ ...item, id: itemId, residentId, residentName }, null);
  return attempt(sheet, async () => {
    const deleted = await deleteTile(gone);
    tellSeen([{ result: deleted }], null);
    const back = undo(sheet, () => restoreTile(gone, deleted, order));
    say({ id: sheet.id, text, ways: [back] });
  });
}

/** After a rule had left them out: who was taken off is not on the photo. */
export const letOthersIn = (item: Item, others: readonly Item[]): Promise<void> =>
  attempt(item, async () => {
    if (!(await askFirst(wordsForLettingIn(others, today())))) return;
    for (const other of others) await changeItem(other, { leftOut: false });
    const putBack = async (): Promise<void> => {
      for (const other of others) await changeItem(other, leftOutAgain(other));
    };
    const text = 'ほかの方のお便りに出すことにしました';
    say({ id: item.id, text, ways: [undo(item, putBack)] });
  });

/** The same photo of somebody else, where the list has it, so that the sheet can stay. */
function nextOn(gone: string): Item | undefined {
  const { shown } = $filter.get();
  const tile = $items.get().find((one) => hasItem(one, gone));
  const next = tile && itemsIn(tile).find((one) => one.id !== gone && isOfPlace(one, shown));
  if (next) openPhoto(next.id);
  return next;
}

const undo = (item: Item, run: () => Promise<unknown>) => ({
  text: '元に戻す',
  run: () =>
    attempt(item, async () => {
      await run();
      say({ id: item.id, text: '元に戻しました' });
    }),
});

const namedOn = (people: readonly PhotoPerson[]): string[] =>
  people.filter(({ isNamed }) => isNamed).map(({ residentId }) => residentId);

async function name({ id }: Pick<Item, 'id'>, residentIds: string[]): Promise<ItemWithPeople> {
  const sent = { residentIds };
  const answer = await whileLoading(
    api.put<typeof itemCalls.namePeople>(paths.api.photoPeople(id), sent),
  );
  show(answer);
  return answer.item;
}

/** Copies that families see: with somebody whose photos are for the own family only, no others do. */
function seenBy(item: Item, people: readonly PhotoPerson[], ids: readonly string[]): Item[] {
  const added = $residents.get().filter(({ id }) => ids.includes(id));
  const own = added.filter(isForOwnFamily);
  const isHidden = people.some(({ hiddenFrom }) => hiddenFrom !== null) || own.length > 1;
  const seers = own.length === 1 ? own : added;
  return (isHidden ? [] : seers).map(({ id, name: residentName }) => ({
    ...item,
    residentId: id,
    residentName,
  }));
}

/** The same people on all photos just added to 施設全体. @returns why they could not be named */
export async function nameAdded(items: readonly Item[], ids: string[]): Promise<string | null> {
  const outcome = await forEach('お名前を付けています', items, async (item) => {
    const { people } = (await api.get<typeof itemCalls.read>(paths.api.item(item.id))).item;
    const before = namedOn(people);
    return { before, now: await name(item, [...new Set([...before, ...ids])]) };
  });
  const failed = settle(outcome, {
    said: (count, { now }) => `${count}枚に、お名前を付けました${leftOutText(whoLeavesOut(now))}`,
    undo: ({ item, result }) => name(item, result.before),
  });
  $unnamed.set(failed.map(({ item }) => item));
  return failed[0]?.msg ?? null;
}

/** Who is on it and has not agreed. */
const whoLeavesOut = ({ people, leftOutFor }: ItemWithPeople): string[] =>
  people
    .filter(({ residentId }) => leftOutFor.includes(residentId))
    .map(({ residentName }) => residentName);

import { atom } from 'nanostores';
import { isOfPlace } from '#domains/item/item-filter.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type { Item, ItemWithPeople, PhotoPerson } from '#domains/item/item.ts';
import { wordsForLettingIn, wordsForPlace } from '#domains/item/seen-at-once.ts';
import { asTile, hasItem, itemsIn, tileWith } from '#domains/item/tile.ts';
import { letterOf } from '#domains/item/still-there.ts';
import { isForOwnFamily } from '#domains/people/consent.ts';
import { sama } from '#lib/honorific.ts';
import { paths } from '#lib/paths.ts';
import { ApiError, api, msgOf } from '#client/api-client.ts';
import { askFirst } from './ask-first.ts';
import { forEach } from './batch.ts';
import {
  allOfPhoto,
  changeItem,
  copyItem,
  deleteTile,
  orderNow,
  restoreTile,
  showChanged,
} from './item-changes.ts';
import { $filter, $items, $residents } from './items.ts';
import { notePlaces } from './last-places.ts';
import { whileLoading } from './loading.ts';
import { settle } from './many-items.ts';
import { notify } from './notice.ts';
import { $openId, $photoPeople, openPhoto } from './open-photo.ts';
import { today } from './today.ts';
import { $unnamed } from './uploads.ts';

interface Way {
  text: string;
  run: () => Promise<void>;
}

interface Said {
  /** On whose sheet it is said. */
  id: string;
  text: string;
  isRefusal?: boolean;
  ways?: readonly Way[];
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

/** The photo may have been left out meanwhile, with somebody who was on it. */
function show({ item: { people, ...item } }: { item: ItemWithPeople }): void {
  if (!isOpen(item.id)) return;
  $photoPeople.set({ id: item.id, people });
  const listed = $items.get().find(({ id }) => id === item.id);
  if (listed && listed.leftOut !== item.leftOut) {
    showChanged({ ...listed, leftOut: item.leftOut });
  }
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
    say(refusalOf(item, error));
  }
  if (isOpen(item.id)) await loadPeople(item.id);
}

/** Who may not be on a photo of 施設全体 is on it all the same: then it should not go out. */
function refusalOf(item: Item, error: unknown): Said {
  const refusal = { id: item.id, text: msgOf(error), isRefusal: true };
  const isUnagreed = error instanceof ApiError && error.status === 422;
  if (item.residentId !== null || item.leftOut || !isUnagreed) return refusal;
  return { ...refusal, ways: [{ text: 'お便りに出さない', run: () => leaveOut(item) }] };
}

const leaveOut = (item: Item): Promise<void> =>
  attempt(item, async () => {
    await changeItem(item, { leftOut: true });
    const text = `${letterOf(item)}に出さないことにしました`;
    say({ id: item.id, text, ways: [undo(item, () => changeItem(item, { leftOut: false }))] });
  });

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
      await name(item, [...namedOn(people), ...ids]);
      say({ id: item.id, text, ways: [undo(item, () => name(item, namedOn(people)))] });
      return;
    }
    if (!(await askFirst(wordsForPlace(seenBy(item, people, ids), today())))) return;
    const others = areNarrow(ids) ? await shownOf(item) : [];
    const copies = await copyItem(item, { residentIds: [...ids] });
    notePlaces([...people.map(({ residentId }) => residentId), ...ids]);
    const takeBack = async (): Promise<void> => {
      for (const copy of copies) await deleteTile(asTile(copy));
      await letIn(others);
    };
    say({ id: item.id, text, ways: [undo(item, takeBack)] });
  });
}

/** Takes one person from a photo: that person's item, or the name. */
export function takeFromPhoto(
  item: Item,
  people: readonly PhotoPerson[],
  { itemId, residentId, residentName, hiddenFrom }: PhotoPerson,
): Promise<void> {
  const text = `${sama(residentName)}をはずしました`;
  if (itemId === null) {
    const named = namedOn(people);
    return attempt(item, async () => {
      await name(
        item,
        named.filter((id) => id !== residentId),
      );
      say({ id: item.id, text, ways: [undo(item, () => name(item, named))] });
    });
  }
  const sheet = itemId === item.id ? (nextOn(itemId) ?? item) : item;
  const order = orderNow();
  const gone = tileWith({ ...item, id: itemId, residentId, residentName }, null);
  return attempt(sheet, async () => {
    // The server leaves the others out: staff say whether the person is really not on it.
    const others =
      hiddenFrom === null ? [] : (await shownOf(item)).filter(({ id }) => id !== itemId);
    const deleted = await deleteTile(gone);
    const putBack = async (): Promise<void> => {
      await restoreTile(gone, deleted, order);
      await letIn(others);
    };
    const back = undo(sheet, putBack);
    if (others.length === 0) say({ id: sheet.id, text, ways: [back] });
    else {
      const ways = hiddenFrom === 'others' ? [back, lettingIn(sheet, others)] : [back];
      say({ id: sheet.id, text: `${text}。ほかの方のお便りには、まだ載りません`, ways });
    }
  });
}

const lettingIn = (item: Item, others: readonly Item[]): Way => ({
  text: 'ほかの方のお便りに出す',
  run: () =>
    attempt(item, async () => {
      if (!(await askFirst(wordsForLettingIn(others, today())))) return;
      await letIn(others);
      say({ id: item.id, text: 'ほかの方のお便りに出すことにしました' });
    }),
});

/** The same stored photo's items that are not left out. */
async function shownOf(before: Item): Promise<Item[]> {
  return (await allOfPhoto(before)).filter(({ leftOut }) => !leftOut);
}

async function letIn(items: readonly Item[]): Promise<void> {
  for (const item of items) await changeItem(item, { leftOut: false });
}

const areNarrow = (ids: readonly string[]): boolean =>
  $residents.get().some((one) => ids.includes(one.id) && isForOwnFamily(one));

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
  people.filter(({ itemId }) => itemId === null).map(({ residentId }) => residentId);

async function name({ id }: Pick<Item, 'id'>, residentIds: string[]): Promise<void> {
  const sent = { residentIds };
  show(await whileLoading(api.put<typeof itemCalls.namePeople>(paths.api.photoPeople(id), sent)));
}

/** Copies that families see: with somebody whose photos are for the own family only, no others do. */
function seenBy(item: Item, people: readonly PhotoPerson[], ids: readonly string[]): Item[] {
  const added = $residents.get().filter(({ id }) => ids.includes(id));
  const own = added.filter(isForOwnFamily);
  const isHidden = people.some(({ hiddenFrom }) => hiddenFrom !== null) || own.length > 1;
  const seers = own.length === 1 ? own : added;
  return (isHidden ? [] : seers).map(({ id: residentId, name: residentName }) => ({
    ...{ ...item, residentId, residentName },
  }));
}

/** The same people on all photos just added to 施設全体. @returns why they could not be named */
export async function nameAdded(items: readonly Item[], ids: string[]): Promise<string | null> {
  const { done, failed } = await forEach('お名前を付けています', items, (item) => name(item, ids));
  settle(
    { done, failed },
    {
      said: (count) => `${count}枚に、お名前を付けました`,
      undo: ({ item }) => name(item, []),
    },
  );
  $unnamed.set(failed.map(({ item }) => item));
  return failed[0]?.msg ?? null;
}

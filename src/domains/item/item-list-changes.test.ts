import { describe, expect, it } from 'vitest';
import type { ItemFilter } from './item-filter.ts';
import {
  changeInList,
  leaveList,
  noteCopy,
  placeAgain,
  putItem,
  removeItem,
} from './item-list-changes.ts';
import type { ItemList } from './item-list.ts';
import { appendItems, isDayWhole, nextPage, replaceItems } from './item-list.ts';
import type { Item } from './item.ts';

const EVERYONE: ItemFilter = { yearMonth: 202610, tab: 0, shown: 'all' };
const OF_A: ItemFilter = { ...EVERYONE, shown: 'a' };
const item = (id: string, change: Partial<Item> = {}): Item =>
  ({
    id,
    residentId: 'a',
    takenOn: '2026-10-03',
    yearMonth: 202610,
    images: { src: '' },
    ...change,
  }) as Item;
/** Of the same stored photo as others of that name. */
const shared = (photo: string) => ({ images: { src: `/photos/${photo}/a.webp` } }) as Partial<Item>;
const FIRST = item('1');
const page = (items: Item[], count = items.length) => ({
  items,
  count,
  lastPage: 1,
  startDate: '2026-08-01',
});
const list = (count = 3): ItemList =>
  replaceItems(page([FIRST, item('2'), item('3')], count), 1, EVERYONE);
const ids = ({ items }: ItemList): string => items.map(({ id }) => id).join('');

describe('moving', () => {
  const moved = item('1', { residentId: 'b' });

  it('removes the photo from the unfiltered list, and later pages do not bring it back', () => {
    const left = leaveList(list(), FIRST, moved, EVERYONE);
    expect(ids(left)).toBe('23');
    expect(left.count).toBe(3);
    expect(nextPage(left, EVERYONE)).toBeNull();
    const again = appendItems(left, page([moved, item('2'), item('3'), item('4')]), 1, EVERYONE);
    expect(ids(again)).toBe('234');
  });

  it("removes it from its resident's list and count", () => {
    expect(leaveList(list(), FIRST, moved, OF_A).count).toBe(2);
  });

  it('undone, shows it where it was', () => {
    const left = leaveList(list(), FIRST, moved, EVERYONE);
    const back = putItem(left, FIRST, EVERYONE, placeAgain(left, '1', ['1', '2', '3']));
    expect(ids(back)).toBe('123');
    expect([back.count, back.aside]).toEqual([3, []]);
  });
});

describe('copying', () => {
  const own = item('1', shared('p'));
  const copy = item('9', { ...shared('p'), residentId: 'b' });
  const of = (filter: ItemFilter) => replaceItems(page([own, item('2')]), 1, filter);

  it('adds a person to a listed photo, and counts none', () => {
    const noted = noteCopy(of(EVERYONE), copy, EVERYONE);
    expect(ids(noted)).toBe('12');
    expect(noted.count).toBe(2);
    expect(noted.items[0]?.people.map(({ residentId }) => residentId)).toEqual(['a', 'b']);
    expect(noteCopy(of(OF_A), copy, OF_A).items[0]?.people).toHaveLength(2);
  });

  it("changes no list of the copy's place, and counts where the server counts", () => {
    const there = { ...EVERYONE, shown: 'b' };
    const listed = replaceItems(page([item('2', { residentId: 'b' })]), 1, there);
    const noted = noteCopy(listed, copy, there);
    expect([ids(noted), noted.count, nextPage(noted, there)]).toEqual(['2', 2, null]);
  });
});

describe('a photo of several', () => {
  const A = item('1', shared('p'));
  const B = item('2', { ...shared('p'), residentId: 'b' });
  const people = [A, B].map(({ id, residentId }) => ({
    ...{ itemId: id, residentId, residentName: null, portraitUrl: `/face/${residentId}` },
    ...{ caption: '', held: false, leftOut: false },
  }));
  const both = (filter = EVERYONE): ItemList =>
    replaceItems(page([{ ...A, people, peopleCount: 2 } as Item, item('3')]), 1, filter);
  const at = (items: ItemList, index: number) =>
    items.items[index]?.people.map(({ itemId, portraitUrl }) => [itemId, portraitUrl]);

  it('is one tile while somebody has it, whoever was in front', () => {
    const left = removeItem(both(), A, EVERYONE);
    expect([ids(left), left.count, left.items[0]?.residentId]).toEqual(['23', 2, 'b']);
    const gone = removeItem(left, B, EVERYONE);
    expect([ids(gone), gone.count]).toEqual(['3', 1]);
    const back = putItem(putItem(gone, A, EVERYONE), B, EVERYONE);
    expect([ids(back), back.count, back.items[0]?.people.length]).toEqual(['13', 2, 2]);
  });

  it("leaves a resident's list with that resident's item", () => {
    expect(ids(removeItem(both(OF_A), A, OF_A))).toBe('3');
    expect(at(removeItem(both(OF_A), B, OF_A), 0)).toEqual([['1', '/face/a']]);
  });

  it('moved for one person, stays', () => {
    const moved = { ...A, residentId: 'c' };
    const left = leaveList(both(), A, moved, EVERYONE);
    expect([ids(left), left.count, left.aside]).toEqual(['13', 2, []]);
    expect(left.items[0]?.residentId).toBe('c');
    expect(ids(leaveList(both(OF_A), A, moved, OF_A))).toBe('3');
  });

  it('is two with another day for one of them, and one again with it for both', () => {
    const later = { takenOn: '2026-10-04' };
    const one = changeInList(both(), A, { ...A, ...later }, EVERYONE);
    expect([ids(one), one.count]).toEqual(['123', 3]);
    const two = changeInList(one, B, { ...B, ...later }, EVERYONE);
    expect([ids(two), two.count]).toEqual(['13', 2]);
    expect(at(two, 0)).toEqual(at(both(), 0));
    const own = changeInList(both(OF_A), A, { ...A, ...later }, OF_A);
    expect(changeInList(own, B, { ...B, ...later }, OF_A).items[0]?.people).toHaveLength(2);
  });
});

describe('another day', () => {
  it('keeps the photo in its place; the count of its former month drops', () => {
    const old = item('1', { takenOn: '2026-07-31', yearMonth: 202607 });
    const changed = changeInList(list(), FIRST, old, EVERYONE);
    expect(ids(changed)).toBe('123');
    expect(changed.count).toBe(2);
    expect(changed.startDate).toBe('2026-07-01');
    expect(changeInList(changed, old, FIRST, EVERYONE).count).toBe(3);
  });

  it('of a held photo makes no month', () => {
    const held = item('9', { takenOn: '2018-06-15', yearMonth: 201806, held: true });
    expect(putItem(list(), held, EVERYONE)).toMatchObject({ startDate: '2026-08-01', count: 3 });
    const joined = changeInList(
      putItem(list(), held, EVERYONE),
      held,
      { ...held, held: false },
      EVERYONE,
    );
    expect(joined.startDate).toBe('2018-06-01');
  });

  it('fetches what moved forward on the server', () => {
    const later = item('1', { takenOn: '2026-10-01' });
    expect(changeInList(list(40), FIRST, later, EVERYONE).reached).toBe(2);
  });

  it('starts over for a photo that left the list while its day changed', () => {
    const before = item('9', { takenOn: '2026-10-01' });
    const after = item('9', { takenOn: '2026-10-17' });
    const all = { ...list(40), reached: 40 };
    expect(changeInList(all, before, after, EVERYONE).reached).toBe(0);
    expect(changeInList(all, before, { ...before, caption: '花見' }, EVERYONE).reached).toBe(40);
    const elsewhere = { ...after, takenOn: '2026-07-31', yearMonth: 202607 };
    expect(changeInList(all, before, elsewhere, EVERYONE).reached).toBe(40);
    const since = [{ kind: 'change' as const, item: after, before }];
    expect(appendItems(all, page([item('5')], 73), 3, EVERYONE, since).reached).toBe(0);
  });
});

describe('a restored photo', () => {
  it('goes after its nearest remaining predecessor, whatever the order of undoing', () => {
    const order = ['1', '2', '3'];
    const rest = removeItem(removeItem(list(), FIRST, EVERYONE), item('2'), EVERYONE);
    const two = putItem(rest, item('2'), EVERYONE, placeAgain(rest, '2', order));
    expect(ids(putItem(two, FIRST, EVERYONE, placeAgain(two, '1', order)))).toBe('123');
    const one = putItem(rest, FIRST, EVERYONE, placeAgain(rest, '1', order));
    expect(ids(putItem(one, item('2'), EVERYONE, placeAgain(one, '2', order)))).toBe('123');
  });

  it('goes after one of several, also if another item stands for that now', () => {
    const of = [item('9', shared('p')), item('1', { ...shared('p'), residentId: 'b' })];
    const [copy, first] = of.map((one) => replaceItems(page([one]), 1, EVERYONE));
    for (const start of [copy, first]) {
      const both = of.reduce((before, one) => putItem(before, one, EVERYONE), start as ItemList);
      const at = placeAgain(both, '2', ['1', '2']);
      expect(putItem(both, item('2'), EVERYONE, at).items.map(({ id }) => id)[1]).toBe('2');
    }
  });
});

it('a day is complete once an older one is loaded or nothing is left', () => {
  expect(isDayWhole(list(), '2026-10-03', EVERYONE)).toBe(true);
  expect(isDayWhole(list(9), '2026-10-03', EVERYONE)).toBe(false);
  expect(isDayWhole(list(9), '2026-10-04', EVERYONE)).toBe(true);
});

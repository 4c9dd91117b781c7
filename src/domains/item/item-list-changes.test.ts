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
  ({ id, residentId: 'a', takenOn: '2026-10-03', yearMonth: 202610, ...change }) as Item;
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
  it('changes no list, and counts where the server counts', () => {
    const copy = item('9', { residentId: 'b' });
    expect(ids(noteCopy(list(), copy, EVERYONE))).toBe('123');
    expect(noteCopy(list(), copy, EVERYONE).count).toBe(4);
    expect(nextPage(noteCopy(list(), copy, EVERYONE), EVERYONE)).toBeNull();
    expect(noteCopy(list(), copy, OF_A).count).toBe(3);
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
});

it('a day is complete once an older one is loaded or nothing is left', () => {
  expect(isDayWhole(list(), '2026-10-03', EVERYONE)).toBe(true);
  expect(isDayWhole(list(9), '2026-10-03', EVERYONE)).toBe(false);
  expect(isDayWhole(list(9), '2026-10-04', EVERYONE)).toBe(true);
});

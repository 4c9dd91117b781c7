import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemFilter } from './item-filter.ts';
import type { Change, ItemList } from './item-list.ts';
import { appendItems, nextPage, replaceItem, replaceItems } from './item-list.ts';
import { countItem, putItem, removeItem } from './item-list-changes.ts';
import type { Item, ItemsPage } from './item.ts';
import { PAGE_SIZE } from './item-limits.ts';

const OCTOBER: ItemFilter = { yearMonth: 202610, tab: 0, shown: 'all' };

const makeItem = (id: string, change: Partial<Item> = {}): Item => ({
  id,
  residentId: null,
  residentName: null,
  takenOn: '2026-10-03',
  yearMonth: 202610,
  caption: '',
  width: 4,
  height: 3,
  color: '#ffffff',
  status: 'ready',
  held: false,
  leftOut: false,
  leftOutFor: [],
  images: { src: '', srcset: { webp: '', jpeg: '' }, master: null },
  createdBy: null,
  createdAt: '2026-10-03T00:00:00.000Z',
  ...change,
});

const answerOf = (stored: readonly Item[], page: number): ItemsPage => ({
  items: stored.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  count: stored.length,
  lastPage: Math.max(1, Math.ceil(stored.length / PAGE_SIZE)),
  startDate: '2026-08-01',
});

const many = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => makeItem(`i${index}`));
const idsOf = ({ items }: { items: readonly Item[] }): string[] => items.map(({ id }) => id);
const first = (stored: readonly Item[]): ItemList => replaceItems(answerOf(stored, 1), 1, OCTOBER);

describe('pages', () => {
  it('replace the list by the first page and append later ones', () => {
    const stored = many(30);
    const list = first(stored);
    expect(list.items).toHaveLength(PAGE_SIZE);
    expect(nextPage(list, OCTOBER)).toBe(2);
    const whole = appendItems(list, answerOf(stored, 2), 2, OCTOBER);
    expect(idsOf(whole)).toEqual(idsOf({ items: stored }));
    expect(nextPage(whole, OCTOBER)).toBeNull();
  });

  it('fetch the last page again after a deletion, without duplicates', () => {
    const stored = many(30);
    const gone = stored[3] ?? makeItem('');
    const list = removeItem(first(stored), gone, OCTOBER);
    const left = stored.filter((item) => item !== gone);
    expect(nextPage(list, OCTOBER)).toBe(1);
    const again = appendItems(list, answerOf(left, 1), 1, OCTOBER);
    expect(idsOf(again)).toEqual(idsOf({ items: left.slice(0, PAGE_SIZE) }));
  });

  it('step back if others deleted earlier photos', () => {
    const stored = many(60);
    const left = stored.slice(5);
    const list = appendItems(first(stored), answerOf(left, 2), 2, OCTOBER);
    expect(nextPage(list, OCTOBER)).toBe(1);
  });
});

describe('changes', () => {
  it('puts a created photo at the front and counts it', () => {
    const list = putItem(first(many(3)), makeItem('new'), OCTOBER);
    expect(idsOf(list)).toEqual(['new', 'i0', 'i1', 'i2']);
    expect(list.count).toBe(4);
  });

  it('shows a photo of another month without counting it', () => {
    const old = makeItem('old', { takenOn: '2026-08-01', yearMonth: 202608 });
    const list = putItem(first(many(3)), old, OCTOBER);
    expect(idsOf(list)[0]).toBe('old');
    expect(list.count).toBe(3);
  });

  it("leaves another resident's list alone", () => {
    const filter = { ...OCTOBER, shown: 'resident-1' };
    const list = first(many(3));
    expect(putItem(list, makeItem('new', { residentId: 'resident-2' }), filter)).toBe(list);
  });

  it('removes a deleted or moved photo once', () => {
    const [gone = makeItem('')] = many(1);
    const list = removeItem(first(many(3)), gone, OCTOBER);
    expect(idsOf(list)).toEqual(['i1', 'i2']);
    expect(list.count).toBe(2);
    expect(removeItem(list, gone, OCTOBER)).toBe(list);
  });

  it('restores a photo in its place', () => {
    const [, middle = makeItem('')] = many(3);
    const list = removeItem(first(many(3)), middle, OCTOBER);
    expect(idsOf(putItem(list, middle, OCTOBER, 1))).toEqual(['i0', 'i1', 'i2']);
  });

  it('changes a photo in place', () => {
    const list = replaceItem(first(many(2)), makeItem('i1', { caption: '花見' }));
    expect(list.items.map(({ caption }) => caption)).toEqual(['', '花見']);
  });

  it('keeps a photo created while the first page was loading', () => {
    const since: Change[] = [{ kind: 'put', item: makeItem('new') }];
    const unaware = replaceItems(answerOf(many(2), 1), 1, OCTOBER, since);
    expect(idsOf(unaware)).toEqual(['new', 'i0', 'i1']);
    const aware = [makeItem('new'), ...many(2)];
    expect(idsOf(replaceItems(answerOf(aware, 1), 1, OCTOBER, since))).toEqual(['new', 'i0', 'i1']);
  });

  it('does not show a photo deleted while a page was loading', () => {
    const [gone = makeItem('')] = many(1);
    const list = replaceItems(answerOf(many(2), 1), 1, OCTOBER, [{ kind: 'remove', item: gone }]);
    expect(idsOf(list)).toEqual(['i1']);
  });
});

describe('counts', () => {
  const resident = {
    photoConsent: true,
    photoConsentExtent: 'all' as const,
    ownWish: '',
    hasNoFamily: false,
    state: 'here' as const,
    heldBack: false,
    nameKana: '',
    room: null,
    portraitUrl: null,
  };
  const counts = {
    allCount: 1,
    residents: [
      { ...resident, id: 'a', name: 'A', itemsCount: 2 },
      { ...resident, id: 'b', name: 'B', itemsCount: 0 },
    ],
  };

  it("add to the resident's count, or to the facility-wide one", () => {
    expect(countItem(counts, 'a', 1).residents[0]?.itemsCount).toBe(3);
    expect(countItem(counts, 'a', 1).allCount).toBe(1);
    expect(countItem(counts, null, 1).allCount).toBe(2);
  });

  it('never fall below zero', () => {
    expect(countItem(counts, 'b', -1).residents[1]?.itemsCount).toBe(0);
  });
});

const inOrder = (items: Item[]): Item[] =>
  items.toSorted(
    (a, b) => b.takenOn.localeCompare(a.takenOn) || b.createdAt.localeCompare(a.createdAt),
  );

type Step = {
  do: 'load' | 'create' | 'delete';
  day: number;
  duringCall: boolean;
  seenByServer: boolean;
};
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do'][]>('load', 'create', 'delete'),
    day: fc.integer({ min: 1, max: 28 }),
    duringCall: fc.boolean(),
    seenByServer: fc.boolean(),
  }),
  { maxLength: 60 },
);

describe('loading more after local changes', () => {
  it('neither skips nor repeats a photo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 }), steps, (count, plan) => {
        let stored = inOrder(
          Array.from({ length: count }, (_, index) =>
            makeItem(`i${index}`, {
              takenOn: dayOf((index * 7) % 28),
              createdAt: `1-${1000 + index}`,
            }),
          ),
        );
        let list = first(stored);
        const change = (step: Step, index: number): Change | null => {
          if (step.do === 'create') {
            const item = makeItem(`n${index}`, {
              takenOn: dayOf(step.day),
              createdAt: `2-${1000 + index}`,
            });
            stored = inOrder([...stored, item]);
            list = putItem(list, item, OCTOBER);
            return { kind: 'put', item };
          }
          const item = list.items[step.day % Math.max(1, list.items.length)];
          if (!item) return null;
          stored = stored.filter(({ id }) => id !== item.id);
          list = removeItem(list, item, OCTOBER);
          return { kind: 'remove', item };
        };
        const load = (meanwhile?: { step: Step; index: number }): boolean => {
          const page = nextPage(list, OCTOBER);
          if (page === null) return false;
          const before = answerOf(stored, page);
          const since = meanwhile ? change(meanwhile.step, meanwhile.index) : null;
          const answer = meanwhile?.step.seenByServer === false ? before : answerOf(stored, page);
          list = appendItems(list, answer, page, OCTOBER, since ? [since] : []);
          return true;
        };
        plan.forEach((step, index) => {
          if (step.do === 'load') load();
          else if (step.duringCall) load({ step, index });
          else change(step, index);
        });
        for (let calls = 0; load(); calls += 1) expect(calls).toBeLessThan(50);
        expect(idsOf(list).toSorted()).toEqual(idsOf({ items: stored }).toSorted());
        expect(list.count).toBe(stored.length);
      }),
      { numRuns: 400 },
    );
  });
});

const dayOf = (day: number): string => `2026-10-${String(day + 1).padStart(2, '0')}`;

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NO_OTHERS } from '#domains/item/first-names.ts';
import { wordsForDay } from '#domains/item/seen-at-once.ts';
import type { Item } from '#domains/item/item.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { makeThisMonths } from './settling-held.ts';
import { $today, openItems } from './items.ts';

const BEFORE_MIDNIGHT = new Date('2026-10-31T23:59:00+09:00');
const HELD = {
  ...{ id: 'a', residentId: null, residentName: null, caption: '' },
  ...{ takenOn: '2026-09-30', yearMonth: 202609, held: true, images: { src: '' } },
} as Item;

let sent: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: BEFORE_MIDNIGHT });
  sent = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ item: { ...HELD, held: false } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page rendered at `BEFORE_MIDNIGHT`, on a device whose clock is `fast` ahead. */
function openPage(fast = 0): void {
  vi.setSystemTime(BEFORE_MIDNIGHT.getTime() + fast);
  openItems({
    filter: { yearMonth: 202610, tab: 0, shown: 'all' },
    page: 1,
    today: '2026-10-31',
    now: BEFORE_MIDNIGHT.getTime(),
    shownName: null,
    deletedCount: 0,
    others: NO_OTHERS,
    held: [HELD],
    firstMonth: 202609,
    answer: { items: [], count: 0, lastPage: 1, startDate: '2026-09-01' },
    counts: { allCount: 0, residents: [] },
  });
}

it.each([0, 90 * MINUTE_MS, -2 * 24 * 60 * MINUTE_MS])(
  "this month's photos are those of the current month, with a clock that is %i ms fast",
  async (fast) => {
    openPage(fast);
    await makeThisMonths([HELD]);
    // Timers may have slept with the device.
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    await makeThisMonths([HELD]);
    expect(sent).toEqual([{ takenOn: '2026-10-31' }, { takenOn: '2026-11-01' }]);
  },
);

it('a day of a newly published month asks first', () => {
  openPage();
  const pairs = [{ before: HELD, after: { yearMonth: 202610 } }];
  expect(wordsForDay(pairs, $today.get(), 202609)).toBeNull();
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect(yearMonthOf($today.get())).toBe(202611);
  expect(wordsForDay(pairs, $today.get(), 202609)).not.toBeNull();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_OTHERS } from '#domains/item/first-names.ts';
import { EVERYONE, MONTH_TAB } from '#domains/item/item-filter.ts';
import type { Item, ItemsPage } from '#domains/item/item.ts';
import { addCreated } from './item-changes.ts';
import {
  $areCountsOld,
  $areOthersMissing,
  $counts,
  $filter,
  $isListOld,
  $items,
  $list,
  $listError,
  $loading,
  $others,
  openItems,
} from './items.ts';
import { loadMore, loadOthers, showFilter, tryAgain } from './items-loading.ts';

const OCTOBER = { yearMonth: 202610, tab: MONTH_TAB, shown: EVERYONE };
const pageOf = (ids: string[], count = ids.length): ItemsPage => ({
  items: ids.map(
    (id) => ({ id, residentId: null, yearMonth: 202610, images: { src: '' } }) as Item,
  ),
  count,
  lastPage: 1,
  startDate: '2026-01-01',
});

let waiting: { path: string; reply: (status: number, body: object) => void }[] = [];
const settle = () => new Promise((resolve) => setTimeout(resolve));
const reply = async (part: string, status: number, body: object): Promise<void> => {
  const at = waiting.findIndex(({ path }) => path.includes(part));
  waiting.splice(at, 1)[0]?.reply(status, body);
  await settle();
};
const ids = (): string[] => $items.get().map(({ id }) => id);

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('history', { pushState: vi.fn() });
  vi.stubGlobal('fetch', (path: string) => {
    return new Promise<Response>((resolve) => {
      const answerWith = (status: number, body: object): void =>
        resolve(new Response(JSON.stringify(body), { status }));
      waiting.push({ path, reply: answerWith });
    });
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const counts = { allCount: 0, residents: [] };
  const start = {
    filter: OCTOBER,
    page: 1,
    today: '2026-11-21',
    shownName: null,
    held: [],
    firstMonth: 202601,
    deletedCount: 0,
    others: NO_OTHERS,
  };
  openItems({ ...start, answer: pageOf(['a'], 40), counts });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('loading', () => {
  it('drops the response for a month that was left meanwhile', async () => {
    void showFilter({ ...OCTOBER, yearMonth: 202609 });
    void showFilter({ ...OCTOBER, yearMonth: 202608 });
    await reply('items?page=1&yearMonth=202608', 200, pageOf(['august']));
    await reply('items?page=1&yearMonth=202609', 200, pageOf(['september']));
    expect(ids()).toEqual(['august']);
    expect($loading.get()).toBeNull();
  });

  it('drops a page of a list that was left and shown again meanwhile', async () => {
    void loadMore();
    void showFilter({ ...OCTOBER, shown: 'none' });
    void showFilter(OCTOBER);
    await reply('items?page=1&yearMonth=202610', 200, pageOf(['late page']));
    expect(ids()).toEqual(['a']);
  });

  it('loads further pages one at a time', async () => {
    void loadMore();
    void loadMore();
    expect(waiting).toHaveLength(1);
    await reply('items', 200, pageOf(['a', 'b']));
    expect(ids()).toEqual(['a', 'b']);
  });

  it('keeps the list and shows the error', async () => {
    void showFilter(OCTOBER);
    await reply('items', 500, { msg: 'システムエラーが起きました。' });
    expect(ids()).toEqual(['a']);
    expect($listError.get()).toBe('システムエラーが起きました。');
  });

  it('marks photos and counts of another month as old, and refetches both', async () => {
    const wrong = { msg: 'つながっていません。' };
    void showFilter({ ...OCTOBER, yearMonth: 202609 });
    await reply('actions/items?page=1', 503, wrong);
    await reply('views', 503, wrong);
    expect([$isListOld.get(), $areCountsOld.get()]).toEqual([true, true]);
    void tryAgain();
    await reply('actions/items?page=1&yearMonth=202609', 200, pageOf(['september']));
    expect([$isListOld.get(), $areCountsOld.get()]).toEqual([false, true]);
    await reply('views', 200, { allCount: 7, residents: [] });
    expect([$isListOld.get(), $areCountsOld.get()]).toEqual([false, false]);
    expect(ids()).toEqual(['september']);
    expect($listError.get()).toBeNull();
  });

  it('refetches the counts only if the months change', async () => {
    void showFilter({ ...OCTOBER, shown: 'none' });
    expect(waiting.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('views'));
    void showFilter({ ...OCTOBER, yearMonth: 202609 });
    await reply('views/admin_staffs/items?yearMonth=202609', 200, { allCount: 7, residents: [] });
    expect($counts.get().allCount).toBe(7);
    expect($filter.get().yearMonth).toBe(202609);
    expect($list.get().count).toBe(40);
  });
});

describe('residents that the page was not sent', () => {
  const resident = (id: string) => ({
    id,
    name: id,
    nameKana: '',
    room: null,
    portraitUrl: null,
    itemsCount: 0,
    photoConsent: true,
    photoConsentExtent: 'all' as const,
    ownWish: '',
    hasNoFamily: false,
    state: 'here' as const,
    heldBack: false,
  });
  const everybody = { allCount: 0, residents: [resident('r1'), resident('r2')] };

  beforeEach(() => {
    $counts.set({ allCount: 0, residents: [resident('r1')] });
    $others.set({ count: 1, missing: 1, nextPart: 2 });
  });

  it('are loaded when asked for, once', async () => {
    void loadOthers();
    await reply('views/admin_staffs/items?yearMonth=202610', 200, everybody);
    expect($counts.get()).toEqual(everybody);
    expect($others.get()).toEqual({ count: 0, missing: 0, nextPart: 2 });
    await loadOthers();
    expect(waiting).toEqual([]);
  });

  it('are known to be missing until a second try', async () => {
    void loadOthers();
    await reply('views', 503, { msg: 'つながっていません。' });
    expect([$others.get().count, $areOthersMissing.get()]).toEqual([1, true]);
    void loadOthers();
    expect($areOthersMissing.get()).toBe(false);
    await reply('views', 200, everybody);
    expect([$others.get().count, $areOthersMissing.get()]).toEqual([0, false]);
  });

  it('come with the numbers of another month', async () => {
    void showFilter({ ...OCTOBER, yearMonth: 202609 });
    await reply('views/admin_staffs/items?yearMonth=202609', 200, everybody);
    expect($others.get().count).toBe(0);
  });

  it('are loaded when one of them is shown, and not for those who are here', async () => {
    void showFilter({ ...OCTOBER, shown: 'r1' });
    expect(waiting.filter(({ path }) => path.includes('views'))).toEqual([]);
    void showFilter({ ...OCTOBER, shown: 'r2' });
    await reply('views', 200, everybody);
    expect($counts.get()).toEqual(everybody);
  });

  it('are loaded when a photo of theirs changes the numbers', async () => {
    addCreated({ ...pageOf(['b']).items[0], residentId: 'r2', held: false } as Item);
    await reply('views', 200, everybody);
    expect($counts.get()).toEqual(everybody);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_OTHERS } from '#domains/item/first-names.ts';
import type { Item } from '#domains/item/item.ts';
import type { Tile } from '#domains/item/tile.ts';
import { $drafts, $isUnsaved, dropDraft, leaveDraft, saveDraft, typeDraft } from './drafts.ts';
import { $items, openItems } from './items.ts';

const ITEM = {
  id: 'a',
  residentId: null,
  residentName: null,
  caption: '花',
  takenOn: '2026-10-03',
  yearMonth: 202610,
  images: { src: '' },
};
const item = (): Tile => $items.get()[0] as Tile;
const draft = () => $drafts.get()['a'];

let sent: unknown[] = [];
let answer: (change: object) => Response | Promise<Response>;
const saved = (change: object): Response => Response.json({ item: { ...ITEM, ...change } });

beforeEach(() => {
  sent = [];
  answer = saved;
  $drafts.set({});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const change = JSON.parse(body) as object;
    sent.push(change);
    return answer(change);
  });
  openItems({
    filter: { yearMonth: 202610, tab: 0, shown: 'all' },
    page: 1,
    today: '2026-10-17',
    shownName: null,
    held: [],
    firstMonth: 202601,
    answer: { items: [ITEM as Item], count: 1, lastPage: 1, startDate: '2026-10-01' },
    counts: { allCount: 1, residents: [] },
    others: NO_OTHERS,
    deletedCount: 0,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('input', () => {
  it('is saved, confirmed, and shown in the list', async () => {
    typeDraft(item(), { caption: '花と空' });
    expect($isUnsaved.get()).toBe(true);
    await saveDraft(item());
    expect(sent).toEqual([{ caption: '花と空', together: false }]);
    expect(draft()).toEqual({ state: 'saved', msg: null });
    expect(item().caption).toBe('花と空');
    expect($isUnsaved.get()).toBe(false);
  });

  it('is kept and not sent while it is too long', async () => {
    const long = '花'.repeat(201);
    typeDraft(item(), { caption: long });
    await saveDraft(item());
    expect(sent).toEqual([]);
    expect(draft()).toMatchObject({ caption: long, state: 'failed' });
    expect(draft()?.msg).toContain('200文字まで');
    expect($isUnsaved.get()).toBe(true);
    typeDraft(item(), { caption: `${'花'.repeat(200)}\n ` });
    await saveDraft(item());
    expect(draft()).toEqual({ state: 'saved', msg: null });
  });

  it('is kept with the reason if it cannot be saved', async () => {
    answer = () => Response.json({ msg: '今日より後の日付にはできません。' }, { status: 422 });
    typeDraft(item(), { takenOn: '2026-10-18' });
    await saveDraft(item());
    expect(draft()).toMatchObject({
      takenOn: '2026-10-18',
      state: 'failed',
      msg: '保存できませんでした。書いたものは残してあります。今日より後の日付にはできません。',
    });
    expect($isUnsaved.get()).toBe(true);
  });

  it('can continue during saving', async () => {
    let reply: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (reply = resolve));
    typeDraft(item(), { caption: '花と' });
    const saving = saveDraft(item());
    typeDraft(item(), { caption: '花と空' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    reply(saved({ caption: '花と' }));
    await saving;
    expect(draft()).toMatchObject({ caption: '花と空', state: 'typed' });
  });

  it('is not sent if unchanged, or without a date', async () => {
    typeDraft(item(), { caption: ' 花 ', takenOn: '' });
    await saveDraft(item());
    expect(sent).toEqual([]);
    expect(draft()).toBeUndefined();
  });

  it('is saved on leaving, and discarded with Escape', async () => {
    typeDraft(item(), { caption: '空' });
    dropDraft(item());
    leaveDraft('a');
    expect(sent).toEqual([]);
    typeDraft(item(), { caption: '空' });
    leaveDraft('a');
    await vi.waitFor(() => expect(draft()?.state).toBe('saved'));
    expect(sent).toEqual([{ caption: '空', together: false }]);
  });
});

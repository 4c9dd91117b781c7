import { beforeEach, describe, expect, test } from 'vitest';
import { KINDS } from '#domains/audit/audit.ts';
import { noteAct, noteEvent } from '#domains/audit/record-event.ts';
import { EVENTS } from '#domains/dashboard/history/events.ts';
import {
  HISTORY_PAGE_SIZE,
  historyQuery,
  readHistoryQuery,
} from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { removeFamily } from '#domains/people/manage-families.ts';
import { moveItem } from '#domains/item/item-place.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin, general } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin', 'general']);
beforeEach(async () => {
  await rt.db.deleteFrom('audit_logs').execute();
});

const read = (query = '', actor = admin) =>
  readHistory(rt, actor, readHistoryQuery(new URLSearchParams(query)));
const texts = async (query = '', actor = admin) =>
  (await read(query, actor)).days.flatMap(({ lines }) => lines.map(({ text }) => text));
const photo = (residentId: string | null = cast.resident.id) =>
  makeItem(rt, cast.host.id, { residentId, takenOn: '2026-10-02' });
const remove = async (residentId?: string | null, actor = general) =>
  deleteItem(rt, actor, (await photo(residentId)).id);

describe('the history', () => {
  test('is in plain words, newest first, by day', async () => {
    await remove();
    rt.clock.advance(DAY);
    await moveItem(rt, admin, (await photo()).id, null);
    expect(await read()).toMatchObject({
      hasMore: false,
      days: [
        {
          day: '2026-10-18',
          lines: [{ text: '高橋 恵さんが、田中 ウメ様の写真を1枚、施設全体へ移しました' }],
        },
        {
          day: '2026-10-17',
          lines: [
            {
              at: '2026-10-17T03:00:00.000Z',
              text: '佐藤 花子さんが、田中 ウメ様の写真を1枚削除しました',
            },
          ],
        },
      ],
    });
  });

  test("groups one person's actions by hour and resident", async () => {
    for (let n = 0; n < 3; n++) await remove();
    await remove(null);
    rt.clock.advance(MINUTE);
    await remove();
    await remove(cast.resident.id, admin);
    rt.clock.advance(HOUR);
    await remove();
    expect((await texts()).sort()).toEqual(
      [
        '佐藤 花子さんが、田中 ウメ様の写真を1枚削除しました',
        '佐藤 花子さんが、田中 ウメ様の写真を4枚削除しました',
        '佐藤 花子さんが、施設全体の写真を1枚削除しました',
        '高橋 恵さんが、田中 ウメ様の写真を1枚削除しました',
      ].sort(),
    );
  });

  test('names removed people', async () => {
    await remove();
    await removeFamily(rt, admin, cast.family.id);
    await removeStaff(rt, admin, cast.general.id);
    expect((await texts()).sort()).toEqual(
      [
        '佐藤 花子さんが、田中 ウメ様の写真を1枚削除しました',
        '高橋 恵さんが、佐藤 花子さんを施設から外しました',
        '高橋 恵さんが、田中 ウメ様のご家族 田中 一郎様をお届け先から外しました',
      ].sort(),
    );
  });

  test('names whom an act was about, though nothing else on the page names them', async () => {
    await noteAct(rt, admin, { action: 'second_step.taken_back', target: general.id });
    const { id: target, resident_id: residentId } = cast.family;
    await noteAct(rt, admin, { action: 'application.taken_in', target, residentId });
    expect((await texts()).sort()).toEqual([
      '高橋 恵さんが、佐藤 花子さんの二段階の確認とパスキーを外しました',
      '高橋 恵さんが、田中 ウメ様のお便りのお申し込みを、田中 一郎様として受けました',
    ]);
  });

  test('shows events of older and newer versions', async () => {
    const of = { hostId: cast.host.id, staffId: 'gone' };
    const note = noteEvent as (at: typeof rt, event: object) => Promise<unknown>;
    await note(rt, { ...of, action: 'staff.role_changed', target: `${cast.general.id} admin` });
    await note(rt, { ...of, action: 'tea.served' });
    expect((await texts()).sort()).toEqual([
      '以前の職員さんが、この版では表示できない操作をしました',
      '以前の職員さんが、佐藤 花子さんを管理者にしました',
    ]);
  });

  test("covers one's own facility and ninety days", async () => {
    await remove();
    expect(await texts('', await signedIn(rt, cast.otherAdmin))).toEqual([
      '伊藤 健さんが、ログインしました',
    ]);
    rt.clock.advance(90 * DAY);
    expect(await texts()).toHaveLength(1);
    rt.clock.advance(MINUTE);
    expect(await texts()).toEqual([]);
  });
});

describe('filtering', () => {
  test('is by person and by kind', async () => {
    await remove();
    await remove(null, admin);
    await removeFamily(rt, admin, cast.family.id);
    expect(await texts(`staff=${general.id}`)).toHaveLength(1);
    expect(await texts('kind=photo')).toHaveLength(2);
    expect(await texts(`kind=photo&staff=${admin.id}`)).toHaveLength(1);
    expect(await texts('kind=family')).toHaveLength(1);
    expect(await texts('kind=nonsense&page=-1')).toHaveLength(3);
    expect((await read()).people.map(({ name }) => name).sort()).toEqual(['佐藤 花子', '高橋 恵']);
  });

  test('assigns each event to one kind, and every kind has some', () => {
    const used = new Set(Object.values(EVENTS).map(({ kind }) => kind));
    expect([...used].sort()).toEqual(Object.keys(KINDS).sort());
  });
});

test('fifty lines are a page, and each event is on one page', async () => {
  const count = HISTORY_PAGE_SIZE + 7;
  for (let n = 0; n < count; n++) {
    rt.clock.advance(HOUR);
    await remove();
  }
  const first = await read();
  const second = await read('page=2');
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  const instants = [...first.days, ...second.days].flatMap(({ lines }) =>
    lines.map(({ at }) => at),
  );
  expect(new Set(instants).size).toBe(count);
  expect(instants).toEqual([...instants].sort().reverse());
});

test('a URL contains the filter', () => {
  const query = { page: 3, staffId: 'abc', kind: 'photo' } as const;
  expect(readHistoryQuery(new URLSearchParams(historyQuery(query)))).toEqual(query);
  expect(historyQuery({ page: 1, staffId: null, kind: null })).toBe('');
});

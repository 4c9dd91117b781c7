import { beforeEach, describe, expect, test } from 'vitest';
import {
  changeAnswer,
  readAnswerCards,
  readAnswersOfMonth,
  readWaitingCount,
  readAnswersPage,
} from '#domains/letter/answer/staff-answers.ts';
import { readHistoryQuery } from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { castEachTest, rt, cast, admin, general } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { HOUR, NOON } from '../support/clock.ts';
import { makeAnswer, makeFamily, makeResident } from '../support/factories.ts';
import type { Actor } from '#domains/account/session/session.ts';

const MONTH = 202609;
let id: string;

castEachTest(['admin', 'general']);
beforeEach(async () => {
  id = (await makeAnswer(rt, cast.family)).id;
});

const ofMonth = (actor = general) => readAnswersOfMonth(rt, actor, MONTH);
const change = (input: Parameters<typeof changeAnswer>[3], actor = general) =>
  changeAnswer(rt, actor, id, input);
const told = async () =>
  (await readHistory(rt, admin, readHistoryQuery(new URLSearchParams('kind=letter')))).days
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .sort();

const months = async (of: Actor) =>
  (await readAnswersPage(rt, of, { yearMonth: null, page: 1 })).months;

describe('words of families, for staff', () => {
  test('are listed with resident and family, newest first, of one facility', async () => {
    rt.clock.advance(HOUR);
    await makeAnswer(rt, cast.neighbourFamily, { body: 'あとから' });
    await makeAnswer(rt, cast.neighbourFamily, { body: '別の月', year_month: 202608 });
    await makeAnswer(rt, cast.foreignFamily);
    expect(await ofMonth()).toMatchObject([
      { body: 'あとから', resident: { name: '鈴木 正' }, familyName: '鈴木 次郎' },
      { id, resident: { name: '田中 ウメ' }, createdAt: NOON, passedOn: null, isHidden: false },
    ]);
    expect(await readWaitingCount(rt, general)).toBe(3);
    expect(await months(general)).toEqual([
      { yearMonth: MONTH, count: 2, unread: 2 },
      { yearMonth: 202608, count: 1, unread: 1 },
    ]);
  });

  test('are passed on with person and time, once, and taken back', async () => {
    await change({ passedOn: true });
    rt.clock.advance(HOUR);
    expect(await change({ passedOn: true }, admin)).toMatchObject({
      passedOn: { at: NOON, by: '佐藤 花子' },
    });
    expect(await readWaitingCount(rt, general)).toBe(0);
    expect(await change({ passedOn: false }, admin)).toMatchObject({ passedOn: null });
    expect(await readWaitingCount(rt, general)).toBe(1);
    expect(await told()).toEqual([
      '佐藤 花子さんが、田中 ウメ様のご家族のことばを、お伝えしたことにしました',
      '高橋 恵さんが、田中 ウメ様のご家族のことばを、まだお伝えしていないことに戻しました',
    ]);
  });

  test('that a removed colleague passed on stay passed on', async () => {
    await change({ passedOn: true });
    await removeStaff(rt, admin, cast.general.id);
    expect(await ofMonth(admin)).toMatchObject([{ passedOn: { at: NOON, by: null } }]);
  });

  test('are hidden and shown again by admins only', async () => {
    await expect(change({ hidden: true })).rejects.toMatchObject({ status: 403 });
    expect(await change({ hidden: true }, admin)).toMatchObject({ isHidden: true });
    expect(await ofMonth()).toEqual([]);
    expect(await ofMonth(admin)).toHaveLength(1);
    expect(await readAnswerCards(rt, admin, MONTH)).toEqual([]);
    expect(await readWaitingCount(rt, admin)).toBe(0);
    expect(await months(admin)).toEqual([]);
    await expect(change({ passedOn: true })).rejects.toMatchObject({ status: 404 });
    await change({ hidden: false }, admin);
    expect(await ofMonth()).toMatchObject([{ id, isHidden: false }]);
    expect(await readWaitingCount(rt, admin)).toBe(1);
    expect(await told()).toEqual([
      '高橋 恵さんが、田中 ウメ様のご家族のことばを隠しました',
      '高橋 恵さんが、隠した田中 ウメ様のご家族のことばを、また見えるようにしました',
    ]);
  });

  test("of another facility are unknown, and none of another's is changed", async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(change({ passedOn: true }, other)).rejects.toMatchObject({ status: 404 });
    await expect(change({ hidden: true }, other)).rejects.toMatchObject({ status: 404 });
    expect(await ofMonth(other)).toEqual([]);
    expect(await ofMonth()).toMatchObject([{ passedOn: null, isHidden: false }]);
  });

  test('keep the name of a family that was removed', async () => {
    await changeFamily(rt, admin, cast.family.id, { name: '田中 一朗', relationship: '長男' });
    expect(await ofMonth()).toMatchObject([{ familyName: '田中 一朗', relationship: '長男' }]);
    await removeFamily(rt, admin, cast.family.id);
    expect(await ofMonth()).toMatchObject([
      { id, familyName: '田中 一朗', relationship: '長男', resident: { id: cast.resident.id } },
    ]);
  });

  test('go with their resident, and with their facility', async () => {
    await removeFamily(rt, admin, cast.family.id);
    await makeAnswer(rt, cast.neighbourFamily);
    await rt.db.deleteFrom('residents').where('id', '=', cast.resident.id).execute();
    expect(await ofMonth()).toMatchObject([{ resident: { id: cast.neighbour.id } }]);
    await rt.db.deleteFrom('hosts').where('id', '=', cast.host.id).execute();
    expect(await rt.db.selectFrom('answers').select('id').execute()).toEqual([]);
  });
});

test('cards are sorted by the reading of the resident, then by time', async () => {
  const resident = await makeResident(rt, cast.host.id, { name: '阿部 ツル', name_kana: 'あべ' });
  const abe = await makeFamily(rt, resident);
  await makeAnswer(rt, abe, { created_at: '2026-10-03T00:00:00.000Z', body: '二' });
  await makeAnswer(rt, abe, { created_at: '2026-10-02T00:00:00.000Z', body: '一' });
  await makeAnswer(rt, cast.neighbourFamily, { body: '三', year_month: 202608 });
  const bodies = async (month: number | null) =>
    (await readAnswerCards(rt, general, month)).map(({ body }) => body);
  expect(await bodies(MONTH)).toEqual(['一', '二', '元気そうで安心しました。']);
  expect(await bodies(null)).toEqual(['一', '二', '三', '元気そうで安心しました。']);
  await change({ passedOn: true });
  expect(await bodies(null)).toEqual(['一', '二', '三']);
  expect(await bodies(MONTH)).toHaveLength(3);
});

test('cards are not made for who left or died; their words are read by staff', async () => {
  const died = { died_on: '2026-09-20', letters_end: '2026-09-01' } as const;
  for (const days of [died, { left_on: '2026-09-20' }] as const) {
    const resident = await makeResident(rt, cast.host.id, days);
    await makeAnswer(rt, await makeFamily(rt, resident), { body: 'お世話になりました。' });
  }
  expect((await ofMonth()).map(({ isToTell }) => isToTell).sort()).toEqual([false, false, true]);
  expect(await readAnswerCards(rt, general, MONTH)).toMatchObject([{ id }]);
});

test('a few hundred have pages, with those to pass on first', async () => {
  await change({ passedOn: true });
  for (let n = 0; n < 199; n++) await makeAnswer(rt, cast.family, { body: String(n) });
  const page = (number: number) => readAnswersPage(rt, general, { yearMonth: MONTH, page: number });
  expect((await page(1)).list).toMatchObject({ page: 1, lastPage: 4, count: 200 });
  expect((await page(4)).list.items.at(-1)).toMatchObject({ id });
  expect((await page(9)).list).toMatchObject({ page: 4 });
});

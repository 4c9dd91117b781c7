import { describe, expect, test } from 'vitest';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { admin, cast, castEachTest, otherAdmin, rt } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';

castEachTest(['admin', 'otherAdmin']);

const row = () =>
  rt.db.selectFrom('facility_endings').selectAll().where('host_id', '=', cast.host.id);
const ending = (days: number) => endingOf(rt, cast.host.id, days);
const takeBack = (actor: Parameters<typeof takeBackEnding>[1]) =>
  takeBackEnding(rt, actor, { hostId: cast.host.id });

describe("a facility's last day", () => {
  test('is set by its admin, and by nobody else of it', async () => {
    await setEnding(rt, admin, { ...ending(30), words: '閉めることになりました。' });
    expect(await row().execute()).toEqual([
      {
        ...{ host_id: cast.host.id, ends_on: '2026-11-16', words: '閉めることになりました。' },
        ...{ asked_by: 'facility', created_at: rt.clock.now().toISOString() },
        ...{ days_given: 0, counted_on: null, own_ends_on: null, own_words: '' },
      },
    ]);
    await expect(takeBackEnding(rt, otherAdmin, { hostId: cast.otherHost.id })).rejects.toThrow(
      '決まっていません',
    );
    await takeBack(admin);
    expect(await row().execute()).toEqual([]);
  });

  test.each([
    ['29 days ahead', 29, false, 422],
    ['29 days ahead, asked in words', 29, true, null],
    ['today, asked in words', 0, true, null],
    ['yesterday', -1, true, 422],
    ['two years ahead', 730, false, null],
    ['later', 731, false, 422],
  ])('%s', async (_what, days, isShort, status) => {
    const setting = setEnding(rt, admin, { ...ending(days), isShort });
    if (status === null) await setting;
    else await expect(setting).rejects.toMatchObject({ status, errors: { endsOn: [/^最後/] } });
    expect(await row().execute()).toHaveLength(status === null ? 1 : 0);
  });

  test('counts its days anew when it is another, not for other words', async () => {
    await setEnding(rt, admin, ending(30));
    await rt.db.updateTable('facility_endings').set({ days_given: 5 }).execute();
    rt.clock.advance(20 * DAY);
    await setEnding(rt, admin, { ...ending(10), words: 'ほかの言葉' });
    expect(await row().execute()).toMatchObject([{ words: 'ほかの言葉', days_given: 5 }]);
    await setEnding(rt, admin, ending(40));
    expect(await row().execute()).toMatchObject([{ ends_on: '2026-12-16', days_given: 0 }]);
  });

  test('is not changed once it is over, but can be taken back', async () => {
    await setEnding(rt, admin, ending(30));
    rt.clock.advance(31 * DAY);
    await expect(setEnding(rt, admin, ending(40))).rejects.toMatchObject({ status: 409 });
    await takeBack(admin);
    await setEnding(rt, admin, ending(40));
    expect(await row().execute()).toHaveLength(1);
  });

  test("is the operator's alone where he set it", async () => {
    await setEnding(rt, null, ending(30));
    await expect(setEnding(rt, admin, ending(60))).rejects.toMatchObject({ status: 409 });
    await expect(takeBack(admin)).rejects.toMatchObject({ status: 409 });
    await takeBack(null);
    expect(await row().execute()).toEqual([]);
    await setEnding(rt, admin, ending(30));
    await setEnding(rt, null, ending(60));
    expect(await row().execute()).toMatchObject([{ asked_by: 'operator' }]);
  });

  test('goes with its facility', async () => {
    await setEnding(rt, admin, ending(30));
    await rt.db.deleteFrom('hosts').where('id', '=', cast.host.id).execute();
    expect(await row().execute()).toEqual([]);
  });
});

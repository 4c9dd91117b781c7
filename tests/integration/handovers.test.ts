import { beforeEach, describe, expect, test } from 'vitest';
import { readHistoryQuery } from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import type { FamilyChange } from '#domains/people/family.ts';
import { changeHandover, readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { removeResident } from '#domains/people/remove-resident.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { HOUR } from '../support/clock.ts';
import { makeFamily, makeLetter, makeNote, makeResident, makeStaff } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

/** The letter that came out last, by the tests' clock. */
const MONTH = 202609;
const HOME = {
  postcode: '1040061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '1-2-3',
} as const;

castEachTest(['admin']);
beforeEach(async () => {
  await makeLetter(rt, cast.host.id, MONTH);
});

const read = (month = MONTH, { host } = admin) => readHandoverList(rt, host.id, month);
const listed = async (month = MONTH) =>
  (await read(month)).handovers.map(({ familyName, done }) => `${familyName}${done ? ' ✓' : ''}`);
const others = async () =>
  (await read()).others.map(({ familyName, reason }) => `${familyName} ${reason}`);
const tick = (isDone = true, familyId = cast.family.id, actor = admin) =>
  changeHandover(rt, actor, MONTH, familyId, isDone);
const change = (set: FamilyChange) => changeFamily(rt, admin, cast.family.id, set);
const toMail = { delivery: 'email', email: 'ichiro@example.jp' } as const;

test('a letter that is not out yet cannot be ticked, but a tick can be taken back', async () => {
  const current = 202610;
  await makeLetter(rt, cast.host.id, current);
  const { id } = cast.family;
  await expect(changeHandover(rt, admin, current, id, true)).rejects.toMatchObject({
    status: 409,
    message: '10月号は制作中です。11月1日(日)にできあがってから、お渡しください。',
  });
  expect(await listed(current)).toEqual(['鈴木 次郎', '田中 一郎']);
  rt.clock.set('2026-11-01T00:00:00+09:00');
  await changeHandover(rt, admin, current, id, true);
  rt.clock.set('2026-10-31T23:59:59+09:00');
  await changeHandover(rt, admin, current, id, false);
  expect(await listed(current)).toEqual(['鈴木 次郎', '田中 一郎']);
});

describe('the list of a month', () => {
  test('holds families by link and on paper, by the name of the resident', async () => {
    const names = { name: '田中 はな', name_kana: 'タナカ ハナ' };
    await makeFamily(rt, cast.resident, { ...names, delivery: 'print', ...HOME });
    await makeFamily(rt, cast.resident, { name: '田中 次郎', ...toMail });
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎', '田中 はな']);
    expect(await others()).toEqual([]);
  });

  test.each([
    ['has left', { left_on: '2026-08-31' }, 'left'],
    ['left at the end of the month', { left_on: '2026-09-30' }, null],
    ['has died', { died_on: '2026-09-12', letters_end: '2026-09-01' }, 'died'],
    [
      'has died, with a last letter',
      { died_on: '2026-09-12', letters_end: '2026-09-01', last_letter: 1 as const },
      null,
    ],
    ['is away', { away_since: '2026-09-12' }, 'away'],
  ])('tells why a family is not listed whose resident %s', async (_who, set, reason) => {
    await rt.db.updateTable('residents').set(set).where('id', '=', cast.resident.id).execute();
    expect(await listed()).toEqual(reason === null ? ['鈴木 次郎', '田中 一郎'] : ['鈴木 次郎']);
    expect(await others()).toEqual(reason === null ? [] : [`田中 一郎 ${reason}`]);
  });

  test('holds the family of someone who is away with a note', async () => {
    await updateResident(rt, admin, cast.resident.id, { awaySince: '2026-09-12' });
    await makeNote(rt, cast.resident, MONTH);
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎']);
  });

  test('leaves out a letter that is skipped', async () => {
    await checkWithNote(rt, admin, MONTH, cast.resident.id, { whySkipped: '入院中のため' });
    expect(await others()).toEqual(['田中 一郎 skipped']);
    await expect(tick()).rejects.toMatchObject({ status: 409 });
  });

  test('leaves out families without a letter, in a month without words', async () => {
    expect(await listed(202608)).toEqual([]);
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-08-05' });
    expect(await listed(202608)).toEqual(['田中 一郎']);
  });
});

describe('a tick', () => {
  test('keeps who and when, of the first person', async () => {
    const at = rt.clock.now().toISOString();
    const first = { done: { at, by: '高橋 恵' }, delivery: 'link' };
    expect(await tick()).toMatchObject(first);
    rt.clock.advance(HOUR);
    const second = await makeStaff(rt, cast.host.id, { role: 'admin', name: '別の 人' });
    const other = await signedIn(rt, second);
    expect(await tick(true, cast.family.id, other)).toMatchObject(first);
    expect((await readDashboard(rt, admin)).handovers).toMatchObject({ all: 2, left: 1, link: 1 });
    const remover = await signedIn(rt, second);
    await removeStaff(rt, remover, cast.admin.id);
    expect((await read(MONTH, remover)).handovers[1]).toMatchObject({ done: { at, by: null } });
  });

  test('is taken back, as often as it is asked for', async () => {
    await tick();
    expect(await tick(false)).toMatchObject({ done: null });
    expect(await tick(false)).toMatchObject({ done: null });
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎']);
  });

  test('is of one month', async () => {
    await makeLetter(rt, cast.host.id, 202608);
    await tick();
    expect(await listed(202608)).toEqual(['鈴木 次郎', '田中 一郎']);
  });

  test('is recorded, with its month', async () => {
    await tick();
    await tick();
    await tick(true, cast.neighbourFamily.id);
    await tick(false);
    const history = await readHistory(
      rt,
      admin,
      readHistoryQuery(new URLSearchParams('kind=letter')),
    );
    expect(history.days.flatMap(({ lines }) => lines.map(({ text }) => text)).sort()).toEqual([
      '高橋 恵さんが、2026年9月号を、2件のご家族にお渡し済みにしました',
      '高橋 恵さんが、田中 ウメ様のご家族 田中 一郎様に2026年9月号をお渡しした印を、取り消しました',
    ]);
  });

  test('is for families that are listed', async () => {
    await change(toMail);
    await expect(tick()).rejects.toMatchObject({ status: 409 });
    expect(await tick(false)).toMatchObject({ done: null, delivery: 'email' });
    for (const id of [cast.foreignFamily.id, 'unknown']) {
      for (const isDone of [true, false]) {
        await expect(tick(isDone, id)).rejects.toMatchObject({ status: 404 });
      }
    }
  });
});

describe('what comes after a tick', () => {
  beforeEach(() => tick());

  test('another way of delivery, or a letter skipped, leaves it', async () => {
    await change(toMail);
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎 ✓']);
    await tick(false);
    expect(await listed()).toEqual(['鈴木 次郎']);
    await change({ delivery: 'link' });
    await tick();
    await checkWithNote(rt, admin, MONTH, cast.resident.id, { whySkipped: '入院中のため' });
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎 ✓']);
  });

  test('a family that got its mail first is not waited for', async () => {
    await change(toMail);
    await tick(false);
    const key = { host_id: cast.host.id, family_id: cast.family.id, year_month: MONTH };
    const at = rt.clock.now().toISOString();
    await rt.db
      .insertInto('deliveries')
      .values({
        ...key,
        outbox_id: null,
        created_at: at,
        state: 'sent',
        sent_at: at,
        last_error: null,
        mailbox: null,
      })
      .execute();
    await change({ delivery: 'link' });
    expect(await others()).toEqual(['田中 一郎 sent']);
  });

  test.each([
    ['of the family', () => change({ rotateToken: true })],
    ['of the resident', () => updateResident(rt, admin, cast.resident.id, { rotateToken: true })],
  ])('a renewed link %s is to be given again, in the newest month', async (_whose, renew) => {
    await makeLetter(rt, cast.host.id, 202608);
    await changeHandover(rt, admin, 202608, cast.family.id, true);
    await tick(true, cast.neighbourFamily.id);
    await renew();
    expect(await listed()).toEqual(['鈴木 次郎 ✓', '田中 一郎']);
    expect(await listed(202608)).toEqual(['鈴木 次郎', '田中 一郎 ✓']);
  });

  test('a letter on paper stays handed over', async () => {
    await tick(false);
    await change({ delivery: 'print', ...HOME });
    await tick();
    await change({ rotateToken: true });
    expect(await listed()).toEqual(['鈴木 次郎', '田中 一郎 ✓']);
  });

  test('a family that is moved to another resident is not ticked there', async () => {
    await change({ residentId: cast.neighbour.id });
    expect((await listed()).sort()).toEqual(['田中 一郎', '鈴木 次郎']);
  });

  test('a family that is removed takes its ticks along', async () => {
    await removeFamily(rt, admin, cast.family.id);
    expect(await listed()).toEqual(['鈴木 次郎']);
    expect(await rt.db.selectFrom('handovers').selectAll().execute()).toEqual([]);
  });

  test('its resident can no longer be deleted as a mistake', async () => {
    const resident = await makeResident(rt, cast.host.id, { name: '青木 ヨネ' });
    const { id } = await makeFamily(rt, resident);
    await tick(true, id);
    await expect(removeResident(rt, admin, resident.id)).rejects.toMatchObject({ status: 409 });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeLetter } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

const LAST = 202609;
const CURRENT = 202610;
const DUE = '2026-11-01';

castEachTest();
beforeEach(async () => {
  await add('2026-09-02');
});

const add = (takenOn: string, residentId: string | null = null) =>
  makeItem(rt, cast.host.id, { takenOn, residentId });
const allow = () =>
  rt.db.insertInto('delivery_settings').values({ host_id: cast.host.id, early_look: 1 }).execute();

async function link() {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const opened = await openLink(rt, tokens);
  if (!opened) throw new Error('no link');
  return opened;
}
const read = async (yearMonth: number) => readFamilyLetter(rt, await link(), yearMonth);
const shelf = async () =>
  (await readShelf(rt, await link())).map(({ yearMonth, dueOn }) => [yearMonth, dueOn]);

const ONLY_LAST = [[LAST, null]];
const BOTH = [
  [LAST, null],
  [CURRENT, DUE],
];

describe('with an early look, the current month', () => {
  test('is on the shelf and next to the last letter, with the day it is complete', async () => {
    await add('2026-10-02', cast.resident.id);
    expect(await shelf()).toEqual(ONLY_LAST);
    expect(await read(LAST)).toMatchObject({ dueOn: null, next: null });
    await allow();
    expect(await shelf()).toEqual(BOTH);
    expect(await read(LAST)).toMatchObject({
      dueOn: null,
      next: { yearMonth: CURRENT, dueOn: DUE },
    });
    expect(await read(CURRENT)).toMatchObject({
      ...{ isOut: true, dueOn: DUE, items: [{}] },
      ...{ previous: { yearMonth: LAST, dueOn: null }, next: null },
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["the resident's photo", () => add('2026-10-02', cast.resident.id)],
    ['a facility-wide photo', () => add('2026-10-02')],
    ['a greeting', () => makeLetter(rt, cast.host.id, CURRENT)],
  ])('exists for %s only', async (_what, make) => {
    await allow();
    await make();
    expect(await shelf()).toEqual(BOTH);
    expect((await read(LAST)).next).toEqual({ yearMonth: CURRENT, dueOn: DUE });
  });

  test('does not exist while it is empty for this family', async () => {
    await allow();
    await add('2026-10-02', cast.neighbour.id);
    await makeLetter(rt, cast.host.id, CURRENT, { title: '10月号', body: '' });
    expect(await shelf()).toEqual(ONLY_LAST);
    expect((await read(LAST)).next).toBeNull();
    expect(await read(CURRENT)).toMatchObject({ isOut: false, dueOn: null, items: [] });
  });

  test('is complete at midnight in Tokyo on the 1st', async () => {
    await allow();
    await add('2026-10-02', cast.resident.id);
    rt.clock.set('2026-10-31T14:59:59.999Z');
    expect(await shelf()).toEqual(BOTH);
    expect((await read(202611)).previous).toEqual({ yearMonth: CURRENT, dueOn: DUE });
    rt.clock.set('2026-10-31T15:00:00.000Z');
    expect(await shelf()).toEqual([
      [LAST, null],
      [CURRENT, null],
    ]);
    expect(await read(CURRENT)).toMatchObject({ isOut: true, dueOn: null });
  });

  test('does not exist for residents who left before it', async () => {
    await allow();
    await add('2026-10-02');
    await rt.db.updateTable('residents').set({ left_on: '2026-09-15' }).execute();
    expect(await shelf()).toEqual(ONLY_LAST);
    expect((await read(LAST)).next).toBeNull();
  });
});

test('an admin sees it complete, with neighbours as families see them', async () => {
  await add('2026-10-02', cast.resident.id);
  const admin = await signedIn(rt, cast.admin);
  const preview = async (yearMonth: number) =>
    (await readPreview(rt, admin, yearMonth, cast.resident.id)).letter;
  expect(await preview(CURRENT)).toMatchObject({ isOut: true, dueOn: null });
  expect(await preview(LAST)).toMatchObject({ next: null });
  await allow();
  expect(await preview(CURRENT)).toMatchObject({ isOut: true, dueOn: null });
  expect(await preview(LAST)).toMatchObject({ next: { yearMonth: CURRENT } });
});

import { describe, expect, test } from 'vitest';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { readItems } from '#domains/item/list-items.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { openLink } from '#domains/letter/link.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { MINUTE } from '../support/clock.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['general']);

const DAY = '2026-09-02';
const add = async (residentId: string | null = cast.resident.id, takenOn = DAY) => {
  rt.clock.advance(MINUTE);
  return (await makeItem(rt, cast.host.id, { residentId, takenOn })).id;
};
const change = (id: string, input: Parameters<typeof changeItem>[3]) =>
  changeItem(rt, actor, id, input);

async function link() {
  const { family, resident } = cast;
  const opened = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
  if (!opened) throw new Error('the link does not open');
  return opened;
}
const letter = async () =>
  (await readFamilyLetter(rt, await link(), 202609)).items.map(({ id }) => id);
const staffList = async (yearMonth?: number) =>
  (await readItems(rt, actor, { yearMonth, page: 1 })).items.map(({ id }) => id);

describe('the order of one day', () => {
  test('changes by one step in the letter, and in reverse on the photo page', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    await change(third, { order: 'earlier' });
    expect(await letter()).toEqual([first, third, second]);
    await change(first, { order: 'later' });
    expect(await letter()).toEqual([third, first, second]);
    expect(await staffList()).toEqual([second, first, third]);
  });

  test('stays at either end, and among the photos of its place and day', async () => {
    const before = await add(undefined, '2026-09-01');
    const hall = await add(null);
    const [first, second] = [await add(), await add()];
    await change(first, { order: 'earlier' });
    await change(second, { order: 'later' });
    expect(await letter()).toEqual([before, first, second, hall]);
    await change(first, { order: 'later' });
    expect(await letter()).toEqual([before, second, first, hall]);
  });

  test('is followed by what comes later: uploads, moved, copied and dated photos', async () => {
    const [first, second] = [await add(), await add()];
    await change(second, { order: 'earlier' });
    const hall = await add(null);
    await moveItem(rt, actor, hall, cast.resident.id);
    const late = await add(undefined, '2026-09-03');
    await change(late, { takenOn: DAY });
    const other = await add(cast.neighbour.id);
    rt.clock.advance(MINUTE);
    const copy = await copyItem(rt, actor, other, cast.resident.id);
    expect(await letter()).toEqual([second, first, hall, late, copy.id]);
    // Another day forgets the order by hand.
    await change(second, { takenOn: '2026-09-04' });
    await change(second, { takenOn: DAY });
    expect((await letter()).at(0)).toBe(first);
  });
});

describe('a photo that is left out', () => {
  test('is in no letter, stays with the staff, and comes back', async () => {
    const [id, other] = [await add(), await add()];
    expect(await change(id, { leftOut: true })).toMatchObject({ leftOut: true });
    expect(await letter()).toEqual([other]);
    expect(await staffList(202609)).toContain(id);
    await change(id, { caption: '笑顔' });
    expect(await letter()).toEqual([other]);
    await change(id, { leftOut: false });
    expect(await letter()).toEqual([id, other]);
  });

  test('makes no letter by itself', async () => {
    await change(await add(), { leftOut: true });
    expect(await readShelf(rt, await link())).toEqual([]);
  });

  test('is left out as well where it is copied or moved to', async () => {
    const id = await add(cast.neighbour.id);
    await change(id, { leftOut: true });
    expect(await copyItem(rt, actor, id, null)).toMatchObject({ leftOut: true });
    const { item } = await moveItem(rt, actor, id, cast.resident.id);
    expect(item).toMatchObject({ leftOut: true });
    expect(await readShelf(rt, await link())).toEqual([]);
  });
});

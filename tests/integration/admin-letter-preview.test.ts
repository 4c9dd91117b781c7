import { describe, expect, test } from 'vitest';
import { readLetterDesk, readLetterList } from '#domains/letter/desk/read-month.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { awaitsPhoto } from '#domains/people/consent.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { MINUTE } from '../support/clock.ts';
import { makeLetter, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin']);

const add = async (takenOn: string, residentId: string | null = null, more = {}) => {
  rt.clock.advance(MINUTE);
  return (await makeItem(rt, cast.host.id, { takenOn, residentId, ...more })).id;
};
const preview = (yearMonth: number, id: string | null = cast.resident.id) =>
  readPreview(rt, admin, yearMonth, id);

describe('the preview', () => {
  test('shows what the family reads, except for photo URLs', async () => {
    await makeLetter(rt, cast.host.id, 202609);
    for (const day of ['2026-09-20', '2026-09-01', '2026-08-03']) await add(day, cast.resident.id);
    await add('2026-09-03', cast.neighbour.id);
    await add('2026-09-02');
    const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
    const link = await openLink(rt, tokens);
    if (!link) throw new Error('no link');
    const read = await readFamilyLetter(rt, link, 202609);
    const { letter } = await preview(202609);
    const bare = (text: unknown) =>
      JSON.parse(JSON.stringify(text), (key, value: unknown) =>
        key === 'images' ? null : value,
      ) as unknown;
    expect(bare(letter)).toEqual(bare(read));
    expect(letter?.items).toHaveLength(3);
    expect(letter).toMatchObject({ previous: { yearMonth: 202608 }, next: null });
  });

  test('contains no family token and no family photo URL', async () => {
    await add('2026-09-01', cast.resident.id);
    const text = JSON.stringify(await preview(202609));
    for (const token of [cast.family.token, cast.resident.token, cast.family.id]) {
      expect(text).not.toContain(token);
    }
    expect(text).toContain('/photos/staff/');
    expect(text).not.toContain('/photos/family/');
  });

  test('of the current month looks as it will on the day', async () => {
    await add('2026-10-02', cast.resident.id);
    await makeLetter(rt, cast.host.id, 202610);
    const { letter } = await preview(202610);
    expect(letter).toMatchObject({ isOut: true, body: '朝晩が涼しくなりました。', items: [{}] });
  });

  test('omits what is hidden from the family', async () => {
    await add('2026-09-01', cast.resident.id);
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    expect((await preview(202609)).letter).toBeNull();
    const hall = await add('2026-09-02');
    expect((await preview(202609)).letter?.items.map(({ id }) => id)).toEqual([hall]);
  });

  test('says when a month has no letter: no content, or the resident had left', async () => {
    await add('2026-09-01', cast.neighbour.id);
    expect((await preview(202609)).letter).toBeNull();
    await rt.db.updateTable('residents').set({ left_on: '2026-08-31' }).execute();
    expect((await preview(202609, cast.neighbour.id)).letter).toBeNull();
  });

  test('starts with a resident who has photos', async () => {
    await add('2026-09-01', cast.resident.id);
    expect((await preview(202609, null)).resident?.id).toBe(cast.resident.id);
  });

  test('a facility without residents has no preview', async () => {
    await rt.db.deleteFrom('residents').where('host_id', '=', cast.host.id).execute();
    expect(await preview(202609, null)).toMatchObject({ resident: null, letter: null });
  });

  test("another facility's resident is not found, like an unknown one", async () => {
    await add('2026-09-01');
    for (const id of [cast.foreignResident.id, 'AAAAAAAAAAAAAAAA']) {
      await expect(preview(202609, id)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('the desk of a month', () => {
  const residentsOf = async (yearMonth: number) =>
    (await readLetterDesk(rt, admin, yearMonth)).residents;

  test('counts the photos of each resident, by their reading', async () => {
    await add('2026-10-01', cast.resident.id);
    await add('2026-10-02', cast.resident.id, { state: 'accepted' });
    await add('2026-09-30', cast.neighbour.id);
    await add('2026-10-03');
    const residents = await residentsOf(202610);
    expect(residents.map(({ name, itemsCount }) => [name, itemsCount])).toEqual([
      ['鈴木 正', 0],
      // One is not ready, so that no letter shows it yet.
      ['田中 ウメ', 1],
    ]);
    expect(residents.filter(awaitsPhoto).map(({ name }) => name)).toEqual(['鈴木 正']);
  });

  test('does not wait for photos of residents without consent', async () => {
    const no = await makeResident(rt, cast.host.id, { photo_consent: 0, name: '同意 なし' });
    const unasked = await makeResident(rt, cast.host.id, { photo_consent: null, name: '未' });
    const hidden = await makeResident(rt, cast.host.id, {
      photo_consent: 0,
      photos_hidden: 1,
      name: '迷い 中',
    });
    const missing = (await residentsOf(202610)).filter(awaitsPhoto).map(({ id }) => id);
    expect(missing).not.toContain(no.id);
    expect(missing).not.toContain(unasked.id);
    expect(missing).not.toContain(hidden.id);
    expect(missing).toContain(cast.resident.id);
  });

  test('shows who lived there then: not those who left before or came later', async () => {
    await add('2026-08-01');
    await makeResident(rt, cast.host.id, { left_on: '2026-07-31', name: '先に 退所' });
    await makeResident(rt, cast.host.id, { left_on: '2026-08-01', name: 'まだ いた' });
    await rt.db.updateTable('residents').set({ created_at: '2026-01-01T00:00:00Z' }).execute();
    await makeResident(rt, cast.host.id, { name: '後から 入居' });
    const names = (await residentsOf(202608)).map(({ name }) => name);
    expect(names.sort()).toEqual(['まだ いた', '田中 ウメ', '鈴木 正']);
  });

  test("offers the facility's ready photos as covers, and the chosen one", async () => {
    const own = await add('2026-10-01', cast.resident.id);
    const second = await add('2026-10-05');
    const first = await add('2026-10-03');
    await add('2026-10-04', null, { state: 'accepted' });
    const covers = async () => (await readLetterDesk(rt, admin, 202610)).covers.map(({ id }) => id);
    expect(await covers()).toEqual([first, second]);
    await makeLetter(rt, cast.host.id, 202610, { cover_item_id: own });
    expect(await covers()).toEqual([own, first, second]);
  });
});

test('the list for people starts with the current month, even before its first photo', async () => {
  await add('2026-08-01');
  const months = async () => (await readLetterList(rt, admin)).map(({ yearMonth }) => yearMonth);
  expect(await months()).toEqual([202610, 202608]);
  await add('2026-10-01');
  expect(await months()).toEqual([202610, 202608]);
});

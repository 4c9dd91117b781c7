import { beforeEach, expect, test } from 'vitest';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { readItemWithPeople } from '#domains/item/item-people.ts';
import { PeopleInput } from '#domains/item/item.ts';
import { readItems } from '#domains/item/list-items.ts';
import { countLeftOut, readLeftOut, settleLeftOut } from '#domains/item/settle-left-out.ts';
import { asTile, placesIn } from '#domains/item/tile.ts';
import { namePeople } from '#domains/item/name-people.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { castEachTest, rt, cast, admin, general, otherAdmin } from '../support/cast-each-test.ts';
import { readEvents } from '../support/events.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

let photo: string;
let umeId: string;
let hajimeId: string;

castEachTest(['admin', 'general', 'otherAdmin']);
beforeEach(async () => {
  photo = await add(null);
  umeId = (await makeResident(rt, cast.host.id, { name: '田中 ウメ', name_kana: 'タナカ ウメ' }))
    .id;
  hajimeId = (await makeResident(rt, cast.host.id, { name: '佐藤 一', name_kana: 'サトウ ハジメ' }))
    .id;
});

const add = async (residentId: string | null): Promise<string> =>
  (await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' })).id;
const name = (...residentIds: string[]) => namePeople(rt, general, photo, { residentIds });
const namesOn = async (id = photo) =>
  (await readItemWithPeople(rt, general, id)).people.map((person) => person.residentName);
const acts = async () =>
  (await readEvents(rt)).filter(({ action }) => action === 'photo.people_named');
const answer = (id: string, consent: 0 | 1 | null, extent: 'own' | 'all' = 'all') =>
  rt.db
    .updateTable('residents')
    .set({ photo_consent: consent, photo_consent_extent: extent })
    .where('id', '=', id)
    .execute();
const samePicture = async (id: string) => {
  const { picture } = await rt.db
    .selectFrom('items')
    .select('picture')
    .where('id', '=', photo)
    .executeTakeFirstOrThrow();
  await rt.db.updateTable('items').set({ picture }).where('id', '=', id).execute();
};
const byFirst =
  ({ leftOutFor }: { leftOutFor: string[] }) =>
  (a: string, b: string) =>
    leftOutFor.indexOf(a) - leftOutFor.indexOf(b);
const waitingFor = (id: string) =>
  rt.db
    .selectFrom('withheld_pictures')
    .select(['reach', 'asks'])
    .where('resident_id', '=', id)
    .execute();

test('staff name who is on a photo of 施設全体, in あいうえお order', async () => {
  const item = await name(umeId, hajimeId, umeId);
  expect(item).toMatchObject({ id: photo, residentId: null });
  expect(item.people).toEqual([
    {
      ...{ residentId: hajimeId, residentName: '佐藤 一', itemId: null },
      ...{ isNamed: true, portraitUrl: null, hiddenFrom: null },
    },
    {
      ...{ residentId: umeId, residentName: '田中 ウメ', itemId: null },
      ...{ isNamed: true, portraitUrl: null, hiddenFrom: null },
    },
  ]);
  expect(await namesOn()).toEqual(['佐藤 一', '田中 ウメ']);
});

test('each naming is one act of the history, and naming the same people none', async () => {
  await name(umeId, hajimeId);
  await name(hajimeId, umeId);
  expect(await acts()).toHaveLength(1);
  await name();
  expect(await namesOn()).toEqual([]);
  const { days } = await readHistory(rt, admin, { page: 1, staffId: null, kind: 'photo' });
  const said = days.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
  expect(said).toContain('施設全体の写真1枚から、写っている方のお名前を外しました');
  expect(said).toMatch(/施設全体の写真1枚に写っている方を、.*田中 ウメ様.*にしました/);
});

test('who has not agreed to letters of others is named, and the photo leaves all letters', async () => {
  await answer(umeId, 1, 'own');
  await answer(hajimeId, null);
  const copy = await add(cast.resident.id);
  await samePicture(copy);
  const item = await name(cast.resident.id, umeId, hajimeId);
  expect(item).toMatchObject({ leftOut: true, leftOutFor: [hajimeId, umeId].sort(byFirst(item)) });
  expect(item.people.map((person) => person.residentName)).toContain(cast.resident.name);
  expect(item.leftOutByRule.map(({ id }) => id).sort()).toEqual([photo, copy].sort());
  await name(cast.resident.id, umeId);
  expect(await readItemWithPeople(rt, general, copy)).toMatchObject({ leftOutFor: [umeId] });
  await name(cast.resident.id);
  expect(await readItemWithPeople(rt, general, copy)).toMatchObject({
    ...{ leftOut: false, leftOutFor: [], leftOutByRule: [] },
  });
});

test('what staff had left out stays so when the name is taken away', async () => {
  await answer(umeId, 0);
  await changeItem(rt, general, photo, { leftOut: true });
  await name(umeId);
  expect(await name()).toMatchObject({ leftOut: true, leftOutFor: [] });
});

test('as long as the name is there, nobody lets the photo in', async () => {
  await answer(umeId, 0);
  await name(umeId);
  await expect(changeItem(rt, admin, photo, { leftOut: false })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('田中 ウメ様') as string,
  });
  await answer(umeId, 1);
  await changeItem(rt, general, photo, { leftOut: false });
  expect(await readItemWithPeople(rt, general, photo)).toMatchObject({ leftOut: false });
});

test('that it stays out is for an admin to decide', async () => {
  await answer(umeId, 0);
  await name(umeId);
  await changeItem(rt, general, photo, { leftOut: true });
  expect(await readItemWithPeople(rt, general, photo)).toMatchObject({ leftOutFor: [umeId] });
  await changeItem(rt, admin, photo, { leftOut: true });
  expect(await name()).toMatchObject({ leftOut: true, leftOutFor: [] });
});

test('naming somebody whose photos are hidden is undone, too; what an admin is asked stays', async () => {
  await updateResident(rt, admin, umeId, { photoConsent: false });
  await name(umeId);
  expect(await waitingFor(umeId)).toEqual([{ reach: 'everybody', asks: 1 }]);
  await name();
  expect(await waitingFor(umeId)).toEqual([]);
  await updateResident(rt, admin, umeId, { photoConsent: true });
  await name(umeId);
  await updateResident(rt, admin, umeId, { photoConsent: false });
  await expect(name()).rejects.toMatchObject({ status: 409 });
});

test('the list of photos names who is only named, without counting them as places', async () => {
  await name(umeId, hajimeId);
  const { items } = await readItems(rt, general, { together: true, page: 1 });
  expect(items).toMatchObject([
    {
      id: photo,
      people: [
        { residentName: '佐藤 一', itemId: null },
        { residentName: '田中 ウメ', itemId: null },
        { residentName: null, itemId: photo },
      ],
      peopleCount: 3,
    },
  ]);
  expect(items.map((item) => placesIn(asTile(item)))).toEqual([1]);
});

test('who decides finds the photo, and ends it either way', async () => {
  await answer(umeId, 0);
  await name(umeId, hajimeId);
  expect(await readLeftOut(rt, admin)).toMatchObject([
    { items: [{ id: photo }], why: expect.stringContaining('田中 ウメ様は、ほかの') as string },
  ]);
  await settleLeftOut(rt, general, { itemIds: [photo], answer: 'letIn' });
  expect(await namesOn()).toEqual(['佐藤 一']);
  expect(await readItemWithPeople(rt, general, photo)).toMatchObject({ leftOut: false });
  await name(umeId);
  await settleLeftOut(rt, general, { itemIds: [photo], answer: 'keepOut' });
  expect(await countLeftOut(rt, admin)).toBe(1);
  await settleLeftOut(rt, admin, { itemIds: [photo], answer: 'keepOut' });
  expect(await countLeftOut(rt, admin)).toBe(0);
  expect(await readItemWithPeople(rt, general, photo)).toMatchObject({ leftOut: true });
});

test('an unknown resident, and one of another facility, are not found', async () => {
  const elsewhere = await makeResident(rt, otherAdmin.host.id);
  for (const id of ['AAAAAAAAAAAAAAAA', elsewhere.id]) {
    await expect(name(umeId, id)).rejects.toMatchObject({ status: 404 });
  }
  await expect(namePeople(rt, otherAdmin, photo, { residentIds: [] })).rejects.toMatchObject({
    status: 404,
  });
  expect(await namesOn()).toEqual([]);
});

test("a resident's photo names nobody else", async () => {
  photo = await add(cast.resident.id);
  for (const ids of [[], [umeId]]) {
    await expect(name(...ids)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('施設全体の写真だけ') as string,
    });
  }
});

test('one that was moved from 施設全体 can still lose its names', async () => {
  await name(umeId, hajimeId);
  await moveItem(rt, admin, photo, cast.resident.id);
  await expect(name(umeId, hajimeId, cast.neighbour.id)).rejects.toMatchObject({ status: 409 });
  await name(umeId);
  expect(await namesOn()).toEqual(['田中 ウメ', cast.resident.name]);
});

test('while an admin has to decide, no name is taken away', async () => {
  await name(umeId);
  await updateResident(rt, admin, umeId, { photoConsent: false });
  await expect(name()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('まだ決まっていません') as string,
  });
  const { people } = await readItemWithPeople(rt, general, photo);
  expect(people).toMatchObject([{ residentId: umeId, hiddenFrom: 'everybody' }]);
});

test('once it is decided, a name of somebody for the own family only can go', async () => {
  await name(umeId, hajimeId);
  await answer(umeId, 1, 'own');
  expect(await waitingFor(umeId)).toEqual([{ reach: 'others', asks: 1 }]);
  await expect(name(hajimeId)).rejects.toMatchObject({ status: 409 });
  await rt.db.updateTable('withheld_pictures').set({ asks: 0 }).execute();
  await name(umeId, cast.neighbour.id);
  await name(cast.neighbour.id);
  expect(await waitingFor(umeId)).toEqual([]);
});

test('a photo of several residents tells whose items there are, and whose family it is for', async () => {
  await answer(umeId, 1, 'own');
  photo = await add(hajimeId);
  const copy = await copyItem(rt, admin, photo, umeId);
  const { people } = await readItemWithPeople(rt, general, photo);
  expect(people).toMatchObject([
    { residentId: hajimeId, itemId: photo, hiddenFrom: null },
    { residentId: umeId, itemId: copy.id, hiddenFrom: 'others' },
  ]);
});

test('a hundred can be named', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `resident-${n}`);
  expect(PeopleInput.safeParse({ residentIds: ids(100) }).success).toBe(true);
  expect(PeopleInput.safeParse({ residentIds: ids(101) }).error?.issues[0]?.message).toBe(
    'お名前は、1枚の写真に100人まで付けられます。',
  );
});

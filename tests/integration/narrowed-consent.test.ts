import { beforeEach, expect, test } from 'vitest';
import { changeItem } from '#domains/item/change-items.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { readHidden } from '#domains/item/list-items.ts';
import { deleteAndTell, restoreTogether } from '#domains/item/together.ts';
import { listResidentsOfMonth } from '#domains/letter/desk/admin-letter-rows.ts';
import { openLink } from '#domains/letter/link.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { hasLetter } from '#domains/letter/month-contents.ts';
import { readResidentCard } from '#domains/people/read-residents.ts';
import { onlyMissing } from '#lib/errors.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

const MONTH = 202609;
let links: { residentToken: string; familyToken: string }[];

castEachTest(['admin']);
beforeEach(async () => {
  const { resident, family, neighbour } = cast;
  const other = await makeFamily(rt, neighbour);
  links = [
    { residentToken: resident.token, familyToken: family.token },
    { residentToken: neighbour.token, familyToken: other.token },
  ];
});

const add = async (residentId: string | null) =>
  (await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' })).id;

const open = (tokens: { residentToken: string; familyToken: string }) =>
  openLink(rt, tokens).then((link) => {
    if (!link) throw new Error('the link does not open');
    return link;
  });

/** Photos that the resident's family and the neighbour's see. */
const shown = () =>
  Promise.all(
    links.map(async (tokens) => {
      const letter = await readFamilyLetter(rt, await open(tokens), MONTH).catch(onlyMissing);
      return letter?.items.length ?? 0;
    }),
  );

const answer = (extent: 'own' | 'all') =>
  rt.db
    .updateTable('residents')
    .set({ photo_consent: 1, photo_consent_extent: extent })
    .where('id', '=', cast.resident.id)
    .execute();

const name = async (id: string) => {
  const { picture } = await rt.db
    .selectFrom('items')
    .select('picture')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = { host_id: cast.host.id, picture, resident_id: cast.resident.id };
  await rt.db.insertInto('picture_people').values(row).execute();
};

const waits = async () => (await readResidentCard(rt, admin, cast.resident.id)).isUndecided;
const decide = (decision: 'keep' | 'choose' | 'own' | 'delete', itemIds: string[] = []) =>
  decidePhotos(rt, admin, cast.resident.id, { decision, itemIds });

/** A photo of both, one of the whole facility that names the resident, and one of the resident. */
async function addPhotos() {
  const own = await add(cast.resident.id);
  const copy = await copyItem(rt, admin, own, cast.neighbour.id);
  const forAll = await add(null);
  await name(forAll);
  await add(cast.resident.id);
  return { own, copy: copy.id, forAll };
}

test('narrowing hides from others what names the person, and asks about it', async () => {
  const { copy, forAll } = await addPhotos();
  expect(await shown()).toEqual([3, 2]);
  await answer('own');
  expect(await shown()).toEqual([3, 0]);
  expect(await waits()).toBe(true);
  const asked = (await readHidden(rt, admin, cast.resident.id)).map(({ id }) => id);
  expect(asked).toHaveLength(2);
  expect(asked).toContain(forAll);
  for (const id of [copy, forAll]) {
    await expect(moveItem(rt, admin, id, cast.resident.id)).rejects.toMatchObject({ status: 409 });
  }
});

test.each([
  ['own', [3, 0]],
  ['keep', [3, 2]],
] as const)('an admin decides: %s', async (decision, seen) => {
  await addPhotos();
  await answer('own');
  await decide(decision);
  expect([await shown(), await waits()]).toEqual([seen, false]);
  await expect(decide(decision)).rejects.toMatchObject({ status: 409 });
});

test('or chooses what others do not see', async () => {
  const { forAll } = await addPhotos();
  await answer('own');
  await expect(decide('choose')).rejects.toMatchObject({ status: 422 });
  await expect(decide('delete')).rejects.toMatchObject({ status: 422 });
  await decide('choose', [forAll]);
  expect([await shown(), await waits()]).toEqual([[3, 1], false]);
});

test('a yes to everything shows all again', async () => {
  await addPhotos();
  await answer('own');
  await answer('all');
  expect([await shown(), await waits()]).toEqual([[3, 2], false]);
});

test('a photo of several that names the person is for the own family alone', async () => {
  await answer('own');
  const own = await add(cast.resident.id);
  const { id: copy } = await copyItem(rt, admin, own, cast.neighbour.id);
  expect([await shown(), await waits()]).toEqual([[1, 0], false]);
  const neighbour = await open(links[1] ?? { residentToken: '', familyToken: '' });
  const contents = await readMonthContents(rt.db, cast.host.id, MONTH, [cast.neighbour.id]);
  expect(hasLetter(neighbour, contents)).toBe(false);
  await expect(copyItem(rt, admin, copy, null)).rejects.toMatchObject({ status: 422 });
  await expect(moveItem(rt, admin, own, null)).rejects.toMatchObject({ status: 422 });
});

test('one who was named by mistake is taken off, and staff let the others in', async () => {
  await answer('own');
  const own = await add(cast.resident.id);
  const { id: copy } = await copyItem(rt, admin, own, cast.neighbour.id);
  await deleteItem(rt, admin, own);
  expect(await shown()).toEqual([0, 0]);
  await changeItem(rt, admin, copy, { leftOut: false });
  expect(await shown()).toEqual([0, 1]);
});

test('deleting a photo of several and undoing it leaves all as it was', async () => {
  await answer('own');
  const own = await add(cast.resident.id);
  const { id: copy } = await copyItem(rt, admin, own, cast.neighbour.id);
  await deleteAndTell(rt, admin, copy, { together: true });
  expect(await shown()).toEqual([0, 0]);
  const items = await restoreTogether(rt, admin, copy);
  expect(items.map(({ leftOut }) => leftOut)).toEqual([false, false]);
  expect(await shown()).toEqual([1, 0]);
});

test('what comes back alone stays out: the person may still be on it', async () => {
  await answer('own');
  const own = await add(cast.resident.id);
  const { id: copy } = await copyItem(rt, admin, own, cast.neighbour.id);
  await deleteAndTell(rt, admin, own, { together: true });
  expect(await restoreItem(rt, admin, copy)).toMatchObject({ leftOut: true });
  expect(await shown()).toEqual([0, 0]);
});

test('a photo of the whole facility that names somebody withdrawn does not come back', async () => {
  const { forAll } = await addPhotos();
  await rt.db
    .updateTable('residents')
    .set({ photo_consent: 0, photos_hidden: 1 })
    .where('id', '=', cast.resident.id)
    .execute();
  expect(await shown()).toEqual([0, 0]);
  await decide('delete');
  expect(await shown()).toEqual([0, 0]);
  await expect(changeItem(rt, admin, forAll, { leftOut: false })).rejects.toMatchObject({
    status: 422,
  });
});

test('the desk counts what the own family sees', async () => {
  await answer('own');
  const own = await add(cast.resident.id);
  await copyItem(rt, admin, own, cast.neighbour.id);
  const rows = await listResidentsOfMonth(rt.db, cast.host.id, MONTH);
  const countOf = ({ id }: { id: string }) => rows.find((row) => row.id === id)?.items_count;
  expect([countOf(cast.resident), countOf(cast.neighbour)]).toEqual([1, 0]);
});

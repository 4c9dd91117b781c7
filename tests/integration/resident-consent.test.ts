import { beforeEach, describe, expect, test } from 'vitest';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { createItem } from '#domains/item/create-items.ts';
import { readItems } from '#domains/item/list-items.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import {
  createResident,
  readResidentCard,
  chooseResidents,
} from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { PhotoDecision } from '#domains/people/resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { restoreItem } from '#domains/item/delete-items.ts';
import type { AppError } from '#lib/errors.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeItem } from '../support/items.ts';
import { upload } from '../support/uploads.ts';
import { jpeg } from '../support/pictures.ts';
let first: string;
let second: string;
let facility: string;

castEachTest(['admin']);
beforeEach(async () => {
  first = await add(cast.resident.id);
  second = await add(cast.resident.id);
  facility = await add(null);
});

const add = async (residentId: string | null) =>
  (await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-01' })).id;
const setConsent = (photoConsent: boolean | null) =>
  updateResident(rt, admin, cast.resident.id, { photoConsent });
const decide = (decision: PhotoDecision['decision'], itemIds: string[] = [], actor = admin) =>
  decidePhotos(rt, actor, cast.resident.id, { decision, itemIds });
const isUndecided = async () => (await readResidentCard(rt, admin, cast.resident.id)).isUndecided;
const itemsOf = async (residentId: string) =>
  (await readItems(rt, admin, { page: 1, residentId })).items;
const own = async () => (await itemsOf(cast.resident.id)).map(({ id }) => id).sort();
async function seenByFamily(): Promise<string[]> {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const link = await openLink(rt, tokens);
  if (!link) throw new Error('no link');
  return (await readFamilyLetter(rt, link, 202609)).items.map(({ id }) => id).sort();
}
const events = async () =>
  (
    await rt.db
      .selectFrom('audit_logs')
      .select(['action', 'target', 'detail'])
      .where('action', 'like', 'resident.%')
      .execute()
  ).map(({ action, target, detail }) => [action, target, detail].filter(Boolean).join(' '));

const refusals = async (residentId: string) => {
  const { signed_id: blob } = await upload(rt, admin, await jpeg());
  const attempts = [
    createItem(rt, admin, { residentId, caption: '', blob }),
    moveItem(rt, admin, facility, residentId),
    copyItem(rt, admin, facility, residentId),
  ];
  const refused = await Promise.allSettled(attempts);
  return refused.map((one) => {
    const { status, message } = (one as PromiseRejectedResult).reason as AppError;
    return `${status} ${message}`;
  });
};

describe('only a yes allows photos', () => {
  test('a new resident has not been asked, as the texts say', async () => {
    const { id, photoConsent } = await createResident(
      rt,
      admin,
      CreateResidentInput.parse({ name: '青木 ヨネ' }),
    );
    expect(photoConsent).toBeNull();
    const words =
      '422 青木 ヨネ様の写真を載せてよいか、まだ伺っていません。管理者の方が「載せてよい」にすると、追加できます。';
    expect(await refusals(id)).toEqual([words, words, words]);
    await updateResident(rt, admin, id, { photoConsent: true });
    await copyItem(rt, admin, facility, id);
    await updateResident(rt, admin, id, { photoConsent: false });
    const no = '422 青木 ヨネ様の写真は「載せない」となっているため、追加できません。';
    expect(await refusals(id)).toEqual([no, no, no]);
  });

  test('all staff see the answer in pickers', async () => {
    await setConsent(null);
    await updateResident(rt, admin, cast.neighbour.id, { photoConsent: false });
    const general = await signedIn(rt, cast.general);
    const answers = (await chooseResidents(rt, general)).map(({ photoConsent }) => photoConsent);
    expect(answers).toEqual([false, null]);
  });

  test.each([
    [true, null, true],
    [true, false, true],
    [null, false, true],
    [false, null, false],
    [null, true, false],
    [null, null, false],
  ])('from %s to %s asks about the photos: %s', async (before, after, asks) => {
    await setConsent(before);
    if (before !== true) await decide('keep');
    await setConsent(after);
    expect(await isUndecided()).toBe(asks);
    expect((await seenByFamily()).includes(first)).toBe(!asks);
    await updateResident(rt, admin, cast.resident.id, { room: '7' });
    expect(await isUndecided()).toBe(asks);
  });

  test('a withdrawn answer is recorded as such', async () => {
    await setConsent(null);
    expect(await events()).toEqual([`resident.consent_changed ${cast.resident.id} unknown`]);
  });
});

describe('consent withdrawn', () => {
  test('hides the photos from families until an admin decides, and refuses new ones', async () => {
    expect(await seenByFamily()).toEqual([first, second, facility].sort());
    await setConsent(false);
    expect(await seenByFamily()).toEqual([facility]);
    expect(await isUndecided()).toBe(true);
    expect(await own()).toEqual([first, second].sort());
    await expect(moveItem(rt, admin, facility, cast.resident.id)).rejects.toMatchObject({
      status: 422,
    });
    const { signed_id: blob } = await upload(rt, admin, await jpeg());
    const item = { residentId: cast.resident.id, caption: '', blob };
    await expect(createItem(rt, admin, item)).rejects.toMatchObject({ status: 422 });
  });

  test('twice asks no second time', async () => {
    await setConsent(false);
    await decide('keep');
    await setConsent(false);
    expect(await isUndecided()).toBe(false);
    expect(await seenByFamily()).toContain(first);
  });

  test('given again shows them again', async () => {
    await setConsent(false);
    await setConsent(true);
    expect(await isUndecided()).toBe(false);
    expect(await seenByFamily()).toEqual([first, second, facility].sort());
    const { id } = cast.resident;
    expect(await events()).toEqual([
      `resident.consent_changed ${id} withdrawn`,
      `resident.consent_changed ${id} given`,
    ]);
  });

  test('without photos leaves nothing to decide', async () => {
    await decideAfterAll();
    expect(await isUndecided()).toBe(false);
  });

  async function decideAfterAll(): Promise<void> {
    for (const id of [first, second]) await moveItem(rt, admin, id, null);
    await setConsent(false);
  }
});

describe('the decision', () => {
  beforeEach(() => setConsent(false));

  test('to keep shows them all again', async () => {
    await decide('keep', [first]);
    expect(await seenByFamily()).toEqual([first, second, facility].sort());
    expect(await events()).toContain(`resident.photos_decided ${cast.resident.id} keep`);
  });

  test('to delete some shows the others', async () => {
    await decide('choose', [first]);
    expect(await seenByFamily()).toEqual([second, facility].sort());
    expect(await isUndecided()).toBe(false);
  });

  test('to delete all leaves none, and a restored one stays hidden', async () => {
    await decide('delete');
    expect(await own()).toEqual([]);
    expect(await isUndecided()).toBe(false);
    await restoreItem(rt, admin, first);
    expect(await seenByFamily()).toEqual([facility]);
    expect(await isUndecided()).toBe(true);
  });

  test("leaves other residents' photos alone", async () => {
    const neighbours = await add(cast.neighbour.id);
    await decide('choose', [neighbours, facility, first]);
    expect(await itemsOf(cast.neighbour.id)).toHaveLength(1);
    expect(await seenByFamily()).toEqual([second, facility].sort());
  });

  test('needs a selection if some are to be deleted', async () => {
    await expect(decide('choose')).rejects.toMatchObject({ status: 422 });
    expect(await isUndecided()).toBe(true);
  });

  test("is made once, by the facility's admins", async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(decide('delete', [], other)).rejects.toMatchObject({ status: 404 });
    await decide('keep');
    await expect(decide('delete')).rejects.toMatchObject({ status: 409 });
    expect(await own()).toHaveLength(2);
  });
});

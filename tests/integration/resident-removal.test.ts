import { beforeEach, describe, expect, test } from 'vitest';
import { readRemoval, removeResident } from '#domains/people/remove-resident.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { openLink } from '#domains/letter/link.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import {
  makeAnswer,
  makeFamily,
  makeSkipped,
  makeNote,
  makeResident,
} from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, upload } from '../support/uploads.ts';

type Resident = Awaited<ReturnType<typeof makeResident>>;
let resident: Resident;

castEachTest(['admin']);
beforeEach(async () => {
  resident = await makeResident(rt, cast.host.id);
});

const MONTH = 202609;
const remove = (id = resident.id) => removeResident(rt, admin, id);
const count = async (table: 'residents' | 'families' | 'letter_notes' | 'blobs') =>
  (await rt.db.selectFrom(table).selectAll().execute()).length;

test('one entered by mistake goes with families, notes, checks and portrait', async () => {
  const before = { residents: await count('residents'), families: await count('families') };
  const family = await makeFamily(rt, resident);
  await makeNote(rt, resident, MONTH);
  await makeSkipped(rt, resident, MONTH);
  const { signed_id: portrait } = await upload(rt, admin, await jpeg());
  await updateResident(rt, admin, resident.id, { portrait });
  await drainJobs(rt);
  expect(await readRemoval(rt, admin, resident.id)).toEqual({ obstacle: null, families: 1 });
  await remove();
  const tokens = { residentToken: resident.token, familyToken: family.token };
  expect(await openLink(rt, tokens)).toBeNull();
  expect(await count('residents')).toBe(before.residents - 1);
  expect(await count('families')).toBe(before.families);
  expect(await count('letter_notes')).toBe(0);
  expect(await count('blobs')).toBe(0);
});

describe('stays', () => {
  /** What removing says, and what the page says before. */
  const refused = async () => {
    const { obstacle } = await readRemoval(rt, admin, resident.id);
    return [await remove().catch((error: unknown) => error), obstacle];
  };
  const because = (words: string) => [
    { status: 409, message: expect.stringContaining(words) as string },
    expect.stringContaining(words) as string,
  ];

  test('while there are photos, also those that can be restored', async () => {
    const { id } = await makeItem(rt, cast.host.id, {
      residentId: resident.id,
      takenOn: '2026-09-02',
    });
    expect(await refused()).toMatchObject(because('写真が1枚あるため'));
    await deleteItem(rt, admin, id);
    expect(await refused()).toMatchObject(because('写真が1枚あるため'));
  });

  test('once a letter was delivered, or a family answered', async () => {
    const family = await makeFamily(rt, resident);
    await makeAnswer(rt, family);
    expect(await refused()).toMatchObject(because('お届けしたご家族がいるため'));
    await rt.db.deleteFrom('answers').execute();
    const created_at = rt.clock.now().toISOString();
    const key = { host_id: cast.host.id, family_id: family.id, year_month: MONTH };
    await rt.db
      .insertInto('deliveries')
      .values({ ...key, outbox_id: null, created_at, mailbox: null })
      .execute();
    expect(await refused()).toMatchObject(because('お届けしたご家族がいるため'));
  });
});

test('of another facility does not exist', async () => {
  await expect(remove(cast.foreignResident.id)).rejects.toMatchObject({ status: 404 });
});

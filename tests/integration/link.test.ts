import { describe, expect, test } from 'vitest';
import { openLink, requireLink } from '#domains/letter/link.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { mayFamilySeePhoto, mayStaffSeePhoto } from '#domains/letter/photo-access.ts';
import { randomToken } from '#server/secrets.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE, NOON } from '../support/clock.ts';
import { makeItem } from '../support/items.ts';

castEachTest();

const tokens = () => ({ residentToken: cast.resident.token, familyToken: cast.family.token });
const query = (resident: string | null, family: string | null) =>
  new URLSearchParams({
    ...(resident !== null && { resident_token: resident }),
    ...(family !== null && { family_token: family }),
  });

describe('a link', () => {
  test('opens with both tokens of one family', async () => {
    expect(await openLink(rt, tokens())).toMatchObject({
      familyId: cast.family.id,
      residentId: cast.resident.id,
      hostId: cast.host.id,
      earlyLook: false,
      photosHidden: false,
    });
  });

  test('does not open with a token of another family', async () => {
    const { resident, neighbour, foreignResident, family, neighbourFamily } = cast;
    const wrong: [string | null, string | null][] = [
      [null, null],
      [resident.token, null],
      [null, family.token],
      ['', ''],
      [resident.token, 'x'],
      [resident.token, neighbourFamily.token],
      [neighbour.token, family.token],
      [foreignResident.token, family.token],
      [family.token, resident.token],
      [resident.id, family.id],
    ];
    for (const pair of wrong) {
      await expect(requireLink(rt, query(...pair))).rejects.toMatchObject({ status: 401 });
    }
  });

  test('30 wrong pairs in ten minutes are blocked; the right one still opens', async () => {
    for (let n = 0; n < 30; n++) {
      await expect(requireLink(rt, query('x', 'y'))).rejects.toMatchObject({ status: 401 });
    }
    await expect(requireLink(rt, query('x', 'y'))).rejects.toMatchObject({
      status: 429,
      retryAfter: 600,
    });
    expect(await requireLink(rt, query(cast.resident.token, cast.family.token))).toBeDefined();
    rt.clock.advance(10 * MINUTE);
    await expect(requireLink(rt, query('x', 'y'))).rejects.toMatchObject({ status: 401 });
  });

  test('has at least 128 random bits', () => {
    const token = randomToken();
    expect(token).toMatch(/^[A-Za-z0-9]+$/);
    expect(token.length * Math.log2(62)).toBeGreaterThan(128);
    expect(randomToken()).not.toBe(token);
  });
});

describe('pictures of a letter', () => {
  /** The parts of a picture's URL in the family's letter. */
  async function picture(takenOn = '2026-09-02', residentId: string | null = cast.resident.id) {
    const item = await makeItem(rt, cast.host.id, { residentId, takenOn });
    const link = await openLink(rt, tokens());
    if (!link) throw new Error('no link');
    const letter = await readFamilyLetter(rt, link, 202609);
    const shown = letter.items.find(({ id }) => id === item.id);
    const [, , , familyId = '', blobId = '', signature = ''] = shown?.images.src.split('/') ?? [];
    return {
      item,
      blobId,
      signature,
      opens: () => mayFamilySeePhoto(rt, familyId, blobId, signature),
    };
  }

  test('open by their URL', async () => {
    expect(await (await picture()).opens()).toBe(true);
  });

  const ends: [string, (item: { id: string }) => Promise<unknown>][] = [
    [
      "a new token for the family's link",
      () =>
        rt.db
          .updateTable('families')
          .set({ token: randomToken() })
          .where('id', '=', cast.family.id)
          .execute(),
    ],
    [
      'a new token for the resident',
      () =>
        rt.db
          .updateTable('residents')
          .set({ token: randomToken() })
          .where('id', '=', cast.resident.id)
          .execute(),
    ],
    ['deleting the family', () => rt.db.deleteFrom('families').execute()],
    ['deleting the photo', () => rt.db.updateTable('items').set({ deleted_at: NOON }).execute()],
    ['hiding the photos', () => rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute()],
    [
      'moving the photo away',
      () => rt.db.updateTable('items').set({ resident_id: cast.neighbour.id }).execute(),
    ],
    [
      'moving it into an unpublished month',
      () => rt.db.updateTable('items').set({ taken_on: '2026-10-01' }).execute(),
    ],
    [
      'a last day before its month',
      () => rt.db.updateTable('residents').set({ left_on: '2026-08-31' }).execute(),
    ],
  ];
  test.each(ends)('stop with %s', async (_what, end) => {
    const { item, opens } = await picture();
    await end(item);
    expect(await opens()).toBe(false);
  });

  test('of one photo open no other, and not for another family', async () => {
    const { blobId, signature } = await picture();
    const hall = await picture('2026-09-03', null);
    expect(await mayFamilySeePhoto(rt, cast.family.id, hall.blobId, signature)).toBe(false);
    const other = cast.neighbourFamily.id;
    expect(await mayFamilySeePhoto(rt, other, hall.blobId, hall.signature)).toBe(false);
    expect(await mayFamilySeePhoto(rt, cast.family.id, blobId, '')).toBe(false);
    expect(await mayFamilySeePhoto(rt, cast.foreignFamily.id, blobId, signature)).toBe(false);
  });

  test('open for staff of the facility only', async () => {
    const { blobId } = await picture();
    expect(await mayStaffSeePhoto(rt, await signedIn(rt, cast.general), blobId)).toBe(true);
    expect(await mayStaffSeePhoto(rt, await signedIn(rt, cast.otherAdmin), blobId)).toBe(false);
    expect(await mayStaffSeePhoto(rt, null, blobId)).toBe(false);
  });

  test('are closed to general staff while the facility is inactive, and open to admins and families', async () => {
    const { blobId, opens } = await picture();
    const change = { trial_ends_at: rt.clock.now().toISOString() };
    await rt.db.updateTable('hosts').set(change).where('id', '=', cast.host.id).execute();
    expect(await mayStaffSeePhoto(rt, await signedIn(rt, cast.general), blobId)).toBe(false);
    expect(await mayStaffSeePhoto(rt, await signedIn(rt, cast.admin), blobId)).toBe(true);
    expect(await mayStaffSeePhoto(rt, await signedIn(rt, cast.otherAdmin), blobId)).toBe(false);
    expect(await opens()).toBe(true);
  });
});

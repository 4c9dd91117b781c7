import { beforeEach, describe, expect, test } from 'vitest';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { MINUTE, NOON } from '../support/clock.ts';
import { makeLetter } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest();

/** The family's current link, read with each request. */
async function link(family = cast.family, resident = cast.resident): Promise<Link> {
  const opened = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
  if (!opened) throw new Error('no link');
  return opened;
}
const read = async (yearMonth: number) => readFamilyLetter(rt, await link(), yearMonth);
const idsOf = async (yearMonth: number) => (await read(yearMonth)).items.map(({ id }) => id);
const shelf = async () => (await readShelf(rt, await link())).map(({ yearMonth }) => yearMonth);
const add = async (takenOn: string, residentId: string | null = null, more = {}) => {
  rt.clock.advance(MINUTE);
  return (await makeItem(rt, cast.host.id, { takenOn, residentId, ...more })).id;
};
const own = () => cast.resident.id;
const MISSING = { status: 404 };

describe('what a letter shows', () => {
  test("the resident's photos, then the facility-wide ones, each oldest first", async () => {
    const late = await add('2026-09-20', own());
    const hall = await add('2026-09-01');
    const early = await add('2026-09-02', own());
    const earlyToo = await add('2026-09-02', own());
    expect(await idsOf(202609)).toEqual([early, earlyToo, late, hall]);
  });

  test('never the photos of another resident, another facility, or another month', async () => {
    const mine = await add('2026-09-30', own());
    await add('2026-09-02', cast.neighbour.id);
    await add('2026-08-31', own());
    await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2026-09-02' });
    expect(await idsOf(202609)).toEqual([mine]);
  });

  test('no deleted or unfinished photos', async () => {
    await add('2026-09-02', own(), { deletedAt: NOON });
    await add('2026-09-02', own(), { state: 'accepted' });
    const ready = await add('2026-09-03');
    expect(await idsOf(202609)).toEqual([ready]);
  });

  test('with consent withdrawn and undecided: facility-wide photos only', async () => {
    await add('2026-09-02', own());
    await add('2026-08-02', own());
    const hall = await add('2026-09-03');
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    expect(await idsOf(202609)).toEqual([hall]);
    expect(await shelf()).toEqual([202609]);
    await expect(read(202608)).rejects.toMatchObject(MISSING);
  });

  test('no uploader and no other residents', async () => {
    await add('2026-09-02', own());
    const letter = await read(202609);
    expect(letter.items[0]).toMatchObject({ createdBy: null, residentName: cast.resident.name });
    expect(JSON.stringify(letter)).not.toContain(cast.neighbour.name);
  });

  test('title and text as saved, or the default title', async () => {
    await add('2026-09-02');
    expect(await read(202609)).toMatchObject({ title: '9月号', body: '' });
    await makeLetter(rt, cast.host.id, 202609, { title: '長月', body: 'お月見をしました。' });
    expect(await read(202609)).toMatchObject({ title: '長月', body: 'お月見をしました。' });
    await makeLetter(rt, cast.otherHost.id, 202608, { title: 'よその' });
    await expect(read(202608)).rejects.toMatchObject(MISSING);
  });

  test('a month with only a text exists', async () => {
    await makeLetter(rt, cast.host.id, 202607);
    expect(await read(202607)).toMatchObject({ isOut: true, items: [] });
    expect(await shelf()).toEqual([202607]);
  });
});

describe('when a letter is published', () => {
  beforeEach(async () => {
    await add('2026-10-02', own());
    await makeLetter(rt, cast.host.id, 202610, { body: '秘密' });
  });

  test('the current month is announced, without photos and text', async () => {
    expect(await read(202610)).toMatchObject({ isOut: false, items: [], body: '' });
    expect(await shelf()).toEqual([]);
  });

  test('it is published at midnight in Tokyo on the 1st', async () => {
    rt.clock.set('2026-10-31T14:59:59.999Z');
    expect((await read(202610)).isOut).toBe(false);
    rt.clock.set('2026-10-31T15:00:00.000Z');
    expect(await read(202610)).toMatchObject({ isOut: true, body: '秘密', items: [{}] });
    expect(await shelf()).toEqual([202610]);
  });

  test('the next month is announced on the last day, unknown before', async () => {
    await expect(read(202611)).rejects.toMatchObject(MISSING);
    rt.clock.set('2026-10-30T15:00:00Z');
    expect(await read(202611)).toMatchObject({ isOut: false, items: [] });
    await expect(read(202612)).rejects.toMatchObject(MISSING);
  });

  test('a published month that is empty for this family does not exist', async () => {
    await add('2026-08-02', cast.neighbour.id);
    await expect(read(202608)).rejects.toMatchObject(MISSING);
    expect(await shelf()).toEqual([]);
  });
});

describe('after the resident left', () => {
  test('the month of leaving is the last; earlier letters stay', async () => {
    for (const day of ['2026-07-02', '2026-08-02', '2026-09-02']) await add(day);
    await rt.db.updateTable('residents').set({ left_on: '2026-08-15' }).execute();
    expect(await shelf()).toEqual([202607, 202608]);
    expect((await read(202608)).next).toBeNull();
    await expect(read(202609)).rejects.toMatchObject(MISSING);
    await expect(read(202610)).rejects.toMatchObject(MISSING);
  });
});

describe('the shelf', () => {
  test('is sorted by year, then month, with counts and links to neighbours', async () => {
    for (const day of ['2026-01-31', '2025-12-01', '2026-09-30', '2026-09-01']) await add(day);
    const entries = await readShelf(rt, await link());
    expect(entries.map(({ year, month, itemsCount }) => [year, month, itemsCount])).toEqual([
      [2025, 12, 1],
      [2026, 1, 1],
      [2026, 9, 2],
    ]);
    const out = (yearMonth: number) => ({ yearMonth, dueOn: null });
    expect(await read(202601)).toMatchObject({ previous: out(202512), next: out(202609) });
    expect(await read(202512)).toMatchObject({ previous: null, next: out(202601) });
    expect(await read(202610)).toMatchObject({ previous: out(202609), next: null });
  });

  test("shows the chosen cover if the family may see it, else the letter's first photo", async () => {
    const first = await add('2026-09-01', own());
    const chosen = await add('2026-09-20');
    const neighbours = await add('2026-09-02', cast.neighbour.id);
    await makeLetter(rt, cast.host.id, 202609, { cover_item_id: chosen });
    const coverBlob = async () => {
      const [entry] = await readShelf(rt, await link());
      return entry?.cover?.src.split('/')[4];
    };
    const blobOf = async (id: string) =>
      (await rt.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
        .blob_id;
    expect(await coverBlob()).toBe(await blobOf(chosen));
    await rt.db.updateTable('letters').set({ cover_item_id: neighbours }).execute();
    expect(await coverBlob()).toBe(await blobOf(first));
    // A photo's new day may be in an unpublished month.
    await rt.db.updateTable('letters').set({ cover_item_id: chosen }).execute();
    await rt.db
      .updateTable('items')
      .set({ taken_on: '2026-10-02' })
      .where('id', '=', chosen)
      .execute();
    expect(await coverBlob()).toBe(await blobOf(first));
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { checkTogether } from '#domains/letter/desk/check-together.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import type { Delivering } from '../support/delivery.ts';
import { makeDelivering } from '../support/delivery.ts';
import { makeNote, makeResident, makeStaff } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

const MONTH = 202610;
const REASON = '入院されているため';
let rt: TestRuntime;
let facility: Delivering;
let admin: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  facility = await makeDelivering(rt);
  admin = await signedIn(rt, await makeStaff(rt, facility.hostId, { role: 'admin' }));
});

describe('letters that are checked together', () => {
  const YET = '2026-10-20T00:00:00.000Z';
  const add = async (name_kana: string, more: { photo?: boolean; note?: string } = {}) => {
    const resident = await makeResident(rt, facility.hostId, { name: name_kana, name_kana });
    const { id: residentId } = resident;
    if (more.photo) await makeItem(rt, facility.hostId, { residentId, takenOn: '2026-10-03' });
    if (more.note) await makeNote(rt, resident, MONTH, { body: more.note });
    return residentId;
  };
  const checked = async () =>
    (await readMonthLetters(rt, admin, MONTH)).flatMap(({ name, check, hasChanged }) =>
      check.checked && !hasChanged ? [name] : [],
    );

  const together = (asOf: string, body?: string) => checkTogether(rt, admin, MONTH, { asOf, body });
  const alike = async (of: string) =>
    (await readPreview(rt, admin, MONTH, of)).alike.map(({ name }) => name);

  test('hold no photo and no note of their own, and are named beside one of them', async () => {
    const bare = await add('ア');
    const photo = await add('イ', { photo: true });
    const note = await add('ウ', { note: 'お元気です。' });
    const skipped = await add('エ');
    await checkWithNote(rt, admin, MONTH, skipped, { whySkipped: REASON });
    expect(await alike(bare)).toEqual(['ア', '田中 ウメ']);
    for (const other of [photo, note, skipped]) expect(await alike(other)).toEqual([]);
    expect(await together(YET)).toBe(2);
    expect(await checked()).toEqual(['ア', '田中 ウメ']);
    expect(await alike(bare)).toEqual([]);
    expect(await together(YET)).toBe(0);
  });

  test('are none where there is no such letter', async () => {
    const bare = await add('ア');
    await rt.db.deleteFrom('letters').execute();
    expect(await alike(bare)).toEqual([]);
    expect(await together(YET)).toBe(0);
  });

  test('are not those of whom the family sees a photo of everybody that others do not', async () => {
    const own = await add('ア');
    const bare = await add('イ');
    const everybody = { residentId: null, takenOn: '2026-10-03' };
    const { blob_id: blobId } = await makeItem(rt, facility.hostId, everybody);
    await rt.db.updateTable('blobs').set({ only_for: own }).where('id', '=', blobId).execute();
    expect(await alike(own)).toEqual([]);
    expect(await alike(bare)).toEqual(['イ', '田中 ウメ']);
  });

  test('are left alone where something of their own came after the page was shown', async () => {
    const late = await add('ア');
    await add('イ');
    const before = rt.clock.now().toISOString();
    rt.clock.advance(MINUTE);
    await makeItem(rt, facility.hostId, { residentId: late, takenOn: '2026-10-03' });
    expect(await together(before)).toBe(2);
    expect(await checked()).toEqual(['イ', '田中 ウメ']);
  });

  test('are seen again where the greeting or 施設のようす came after the page was shown', async () => {
    const before = rt.clock.now().toISOString();
    rt.clock.advance(MINUTE);
    await makeItem(rt, facility.hostId, { residentId: null, takenOn: '2026-10-03' });
    await expect(together(before)).rejects.toMatchObject({ status: 409 });
    const shown = rt.clock.now().toISOString();
    rt.clock.advance(MINUTE);
    await rt.db
      .updateTable('letters')
      .set({ body: '別のごあいさつ。', updated_at: rt.clock.now().toISOString() })
      .execute();
    await expect(together(shown)).rejects.toMatchObject({ status: 409 });
    expect(await checked()).toEqual([]);
    expect(await together(rt.clock.now().toISOString())).toBe(1);
  });

  test('leave what is being written about one of them', async () => {
    await expect(together(YET, 'お元気です。')).rejects.toMatchObject({ status: 422 });
    expect(await checked()).toEqual([]);
  });
});

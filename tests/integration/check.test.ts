import { beforeEach, describe, expect, test } from 'vitest';
import type { CheckChange } from '#domains/letter/check/check.ts';
import { CheckInput } from '#domains/letter/check/check.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { openLink } from '#domains/letter/link.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { saveNote } from '#domains/letter/note/write-notes.ts';
import { onlyMissing } from '#lib/errors.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import type { Delivering } from '../support/delivery.ts';
import { lettersSent, makeDelivering, tokyo } from '../support/delivery.ts';
import { makeResident, makeStaff } from '../support/factories.ts';
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
  const staff = await makeStaff(rt, facility.hostId, { role: 'admin', name: '高橋 恵' });
  admin = await signedIn(rt, staff);
});

const change = (input: CheckChange) => checkWithNote(rt, admin, MONTH, facility.residentId, input);
const deliver = async () => {
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await runDeliveries(rt);
};
const mails = async () => {
  const { families } = await readDeliveryPage(rt, admin, MONTH);
  return families.map(({ mail }) => ('reason' in mail ? mail.reason : mail.state));
};
const openLetter = async () => {
  const row = await rt.db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .executeTakeFirstOrThrow();
  const link = await openLink(rt, row);
  return link && readFamilyLetter(rt, link, MONTH).catch(onlyMissing);
};

describe('a letter', () => {
  test('is checked by someone, at some time, and that can be taken back', async () => {
    const check = await change({ checked: true });
    expect(check).toMatchObject({ checked: true, checkedBy: '高橋 恵', whySkipped: null });
    expect(check.checkedAt).toBe(rt.clock.now().toISOString());
    rt.clock.advance(MINUTE);
    expect((await change({ checked: true })).checkedAt).toBe(check.checkedAt);
    expect(await change({ checked: false })).toMatchObject({ checked: false, checkedBy: null });
  });

  test('is marked when a note or a photo comes after the check', async () => {
    const read = async () => (await readMonthLetters(rt, admin, MONTH))[0];
    await change({ checked: true });
    expect(await read()).toMatchObject({ check: { checked: true }, hasChanged: false });
    rt.clock.advance(MINUTE);
    const note = { body: 'お元気です。', version: 0 };
    await saveNote(rt, admin, MONTH, facility.residentId, note);
    expect(await read()).toMatchObject({ hasChanged: true, note: { body: note.body } });
    rt.clock.advance(MINUTE);
    await change({ checked: true });
    expect(await read()).toMatchObject({ hasChanged: false });
    rt.clock.advance(MINUTE);
    const { residentId, hostId } = facility;
    await makeItem(rt, hostId, { residentId, takenOn: '2026-10-03' });
    expect(await read()).toMatchObject({ hasChanged: true, itemsCount: 1 });
  });

  test('is checked with the note that was written beside it, or neither is saved', async () => {
    const { residentId } = facility;
    const check = (body: string, version: number) =>
      checkWithNote(rt, admin, MONTH, residentId, { checked: true, note: { body, version } });
    await saveNote(rt, admin, MONTH, residentId, { body: '昨日から。', version: 0 });
    await expect(check('今朝から。', 0)).rejects.toMatchObject({ status: 409 });
    const read = async () => (await readMonthLetters(rt, admin, MONTH))[0];
    expect(await read()).toMatchObject({ note: { body: '昨日から。' }, check: { checked: false } });
    await check('今朝から。', 1);
    const both = { note: { body: '今朝から。' }, check: { checked: true }, hasChanged: false };
    expect(await read()).toMatchObject(both);
  });

  test('is listed in あいうえお order, with those around it', async () => {
    const names = { 'アベ イチ': '阿部', 'わだ トシ': '和田', 'キド フク': '木戸' };
    for (const [name_kana, name] of Object.entries(names)) {
      await makeResident(rt, facility.hostId, { name, name_kana });
    }
    const letters = await readMonthLetters(rt, admin, MONTH);
    expect(letters.map(({ name }) => name)).toEqual(['阿部', '木戸', '田中 ウメ', '和田']);
  });
});

describe('a letter that is skipped', () => {
  test('goes to nobody, by mail or on paper, and says why', async () => {
    expect(await change({ whySkipped: REASON })).toMatchObject({
      whySkipped: REASON,
      skippedBy: '高橋 恵',
    });
    await deliver();
    expect(await lettersSent(rt)).toEqual([]);
    expect(await mails()).toEqual(['skipped', 'skipped', 'skipped']);
    const familyId = facility.familyIds[0] ?? '';
    const order = sendLetter(rt, admin, { familyId, yearMonth: MONTH });
    await expect(order).rejects.toMatchObject({ status: 422 });
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' })).toBe(0);
    await rt.db.updateTable('families').set({ delivery: 'print' }).execute();
    const { letters, left } = await readPrintRun(rt, admin, MONTH, { familyId: null });
    expect([letters.length, new Set(left.map(({ reason }) => reason))]).toEqual([
      0,
      new Set(['skipped']),
    ]);
    expect(await openLetter()).toBeNull();
  });

  test('is missing for its families at once, also before it is out, but not for staff', async () => {
    expect(await openLetter()).toMatchObject({ isOut: false });
    await change({ whySkipped: REASON });
    expect(await openLetter()).toBeNull();
    const preview = await readPreview(rt, admin, MONTH, facility.residentId);
    expect(preview.letter).toMatchObject({ isSkipped: true, body: '朝晩が涼しくなりました。' });
    await change({ whySkipped: null });
    expect(await openLetter()).toMatchObject({ isOut: false });
  });

  test('is mailed once after all, by the run or by hand', async () => {
    await change({ whySkipped: REASON });
    await change({ whySkipped: null });
    await deliver();
    expect(await lettersSent(rt)).toHaveLength(3);
    await runDeliveries(rt);
    expect(await lettersSent(rt)).toHaveLength(3);
  });

  test('after the run is over, by hand only', async () => {
    await change({ whySkipped: REASON });
    await deliver();
    await change({ whySkipped: null });
    await runDeliveries(rt);
    expect(await lettersSent(rt)).toEqual([]);
    expect(await mails()).toEqual(['unsent', 'unsent', 'unsent']);
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' })).toBe(3);
  });

  test('leaves the outbox, unless a mail is sent or being sent', async () => {
    await deliver();
    const [first = '', second = '', third = ''] = facility.familyIds;
    const mailOf = (familyId: string) =>
      rt.db.selectFrom('deliveries').select('outbox_id').where('family_id', '=', familyId);
    const lease = new Date(rt.clock.now().getTime() + MINUTE).toISOString();
    const outbox = (familyId: string) =>
      rt.db.updateTable('outbox').where('id', '=', mailOf(familyId));
    await outbox(first).set({ state: 'sent', sent_at: lease }).execute();
    await outbox(second).set({ attempts: 1, next_attempt_at: lease }).execute();
    await outbox(third).set({ attempts: 1, failures: 1, next_attempt_at: lease }).execute();
    await change({ whySkipped: REASON });
    expect((await mails()).sort()).toEqual(['queued', 'sent', 'skipped']);
    expect(await lettersSent(rt)).toHaveLength(2);
  });

  test('needs a reason of 1 to 200 characters', () => {
    const of = (withheld: string | null) => CheckInput.safeParse({ withheld }).success;
    expect([of(''), of('　'), of('あ'.repeat(200)), of('あ'.repeat(201)), of(null)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });
});

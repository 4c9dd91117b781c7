import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { familiesShown } from '#domains/delivery/states.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { readDeliveryPage, readLastDelivery } from '#domains/delivery/read-states.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { readFailedMails, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { forgetOldMails } from '#domains/mail/forget-mails.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { signedIn } from '../support/cast.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import type { Delivering } from '../support/delivery.ts';
import { lettersSent, mailbox, makeDelivering, tokyo } from '../support/delivery.ts';
import { makeFamily, makeResident, makeStaff } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeMailSender } from '../support/sender.ts';

const yearMonth = 202610;
let rt: TestRuntime;
let facility: Delivering;
let admin: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  facility = await makeDelivering(rt);
  admin = await signedIn(rt, await makeStaff(rt, facility.hostId, { role: 'admin' }));
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
});

const FIRST = `${mailbox(0)} ${yearMonth}`;
const firstFamily = () => facility.familyIds[0] ?? '';
const mailOf = async (familyId = firstFamily()) => {
  const { families } = await readDeliveryPage(rt, admin, yearMonth);
  return families.find(({ id }) => id === familyId)?.mail;
};
const send = (familyId = firstFamily(), month = yearMonth) =>
  sendLetter(rt, admin, { familyId, yearMonth: month });
/** Fails or sends all waiting mails. */
const settleMails = (state: 'failed' | 'sent') =>
  rt.db
    .updateTable('outbox')
    .set({ state, last_error: state === 'failed' ? '届きません。' : null })
    .set({ sent_at: state === 'sent' ? rt.clock.now().toISOString() : null })
    .where('state', '=', 'queued')
    .execute();

describe("a mail's state for admins", () => {
  test('waiting, then sent with its time, even when deleted from the outbox', async () => {
    expect(await mailOf()).toEqual({ state: 'unsent' });
    await runDeliveries(rt);
    expect(await mailOf()).toMatchObject({
      state: 'queued',
      way: 'email',
      trouble: null,
      until: null,
    });
    rt.clock.advance(MINUTE);
    await makeMailSender(rt).drain();
    const sent = { state: 'sent', way: 'email', at: '2026-11-01T00:01:00.000Z' };
    expect(await mailOf()).toEqual(sent);
    rt.clock.advance(60 * DAY);
    await forgetOldMails(rt);
    expect(await lettersSent(rt)).toEqual([]);
    expect(await mailOf()).toEqual(sent);
  });

  test('retried with the reason, then failed, consistent with the list of mails', async () => {
    await runDeliveries(rt);
    const broken = { ...rt.mailer, send: () => Promise.reject(new Error('no')) };
    await makeMailSender({ ...rt, mailer: broken }).drain();
    expect(await mailOf()).toMatchObject({
      state: 'queued',
      way: 'email',
      trouble: 'メールを送れませんでした。',
      until: null,
    });
    rt.clock.advance(DAY + HOUR);
    await makeMailSender({ ...rt, mailer: broken }).drain();
    expect(await mailOf()).toMatchObject({
      state: 'failed',
      way: 'email',
      trouble: 'メールを送れませんでした。',
    });
    const { mails, count } = await readFailedMails(rt, admin);
    expect(count).toBe(3);
    await retryFailedMail(rt, admin, mails[0]?.id ?? '');
    const { mails: states } = await readLastDelivery(rt, admin);
    expect(states).toMatchObject({ queued: 1, later: 0, sent: 0, failed: 2 });
  });

  test('why there is none', async () => {
    const resident = await makeResident(rt, facility.hostId, { left_on: '2026-09-10' });
    const add = (set: object) => makeFamily(rt, resident, { email: 'x@example.jp', ...set });
    const gone = await add({ delivery: 'email' });
    await runDeliveries(rt);
    await rt.db.updateTable('residents').set({ left_on: null }).execute();
    const print = await add({ delivery: 'print' });
    const link = await add({ delivery: 'link' });
    const noAddress = await add({ delivery: 'email', email: null });
    const late = await add({ delivery: 'email' });
    const reasons = await Promise.all([print, link, noAddress].map(({ id }) => mailOf(id)));
    expect(reasons).toEqual(
      ['print', 'link', 'noAddress'].map((reason) => ({ state: 'none', reason })),
    );
    expect(await mailOf(late.id)).toEqual({ state: 'unsent' });
    await rt.db
      .updateTable('residents')
      .set({ left_on: '2026-09-10' })
      .where('id', '=', resident.id)
      .execute();
    expect(await mailOf(gone.id)).toEqual({ state: 'none', reason: 'left' });
    await rt.db.deleteFrom('letters').execute();
    await rt.db.deleteFrom('deliveries').execute();
    expect(await mailOf()).toEqual({ state: 'none', reason: 'noLetter' });
  });

  test('the result of the whole delivery', async () => {
    const run = async () => (await readDeliveryPage(rt, admin, yearMonth)).run;
    rt.clock.set(tokyo('2026-11-01T08:00:00'));
    expect(await run()).toMatchObject({
      state: 'waiting',
      outlook: { at: new Date('2026-11-01T00:00:00.000Z'), line: 0, none: [] },
    });
    rt.clock.set(tokyo('2026-11-01T10:00:00'));
    expect(await run()).toEqual({ state: 'none' });
    await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, mailEnabled: false });
    await runDeliveries(rt);
    expect(await run()).toEqual({ state: 'off' });
  });
});

describe('sending manually', () => {
  test('again: one more mail, and the earlier one is shown until the next is sent', async () => {
    await runDeliveries(rt);
    await settleMails('sent');
    await send();
    expect(await lettersSent(rt)).toEqual([FIRST, ...(await lettersSent(rt)).slice(1)]);
    expect((await lettersSent(rt)).filter((line) => line === FIRST)).toHaveLength(2);
    expect(await mailOf()).toMatchObject({
      state: 'queued',
      way: 'email',
      trouble: null,
      until: null,
    });
    await settleMails('sent');
    expect(await mailOf()).toMatchObject({ state: 'sent' });
  });

  test('one that failed leaves the list of failed mails', async () => {
    await runDeliveries(rt);
    await settleMails('failed');
    await send();
    expect((await readFailedMails(rt, admin)).count).toBe(2);
    expect(await sendLetters(rt, admin, { yearMonth, which: 'failed' })).toBe(2);
    expect((await readFailedMails(rt, admin)).count).toBe(0);
    expect(await lettersSent(rt)).toHaveLength(3);
    expect(await sendLetters(rt, admin, { yearMonth, which: 'failed' })).toBe(0);
  });

  test('to all without one; a later run sends no second', async () => {
    expect(await sendLetters(rt, admin, { yearMonth, which: 'unsent' })).toBe(3);
    await runDeliveries(rt);
    expect(await lettersSent(rt)).toHaveLength(3);
    const events = await rt.db
      .selectFrom('audit_logs')
      .select('target')
      .where('action', '=', 'delivery.sent_by_hand')
      .execute();
    expect(events.map(({ target }) => target).sort()).toEqual([...facility.familyIds].sort());
  });

  test('is refused while one is pending, and when repeated too often', async () => {
    await runDeliveries(rt);
    await expect(send()).rejects.toMatchObject({ status: 409 });
    for (let times = 0; times < 3; times++) {
      await settleMails('sent');
      await send();
    }
    await settleMails('sent');
    await expect(send()).rejects.toMatchObject({ status: 429 });
    expect((await lettersSent(rt)).filter((line) => line === FIRST)).toHaveLength(4);
  });

  test('is refused for families without mail, for unpublished months, and while mails are off', async () => {
    await expect(send(firstFamily(), 202611)).rejects.toMatchObject({ status: 404 });
    await expect(send(firstFamily(), 202608)).rejects.toMatchObject({ status: 422 });
    await rt.db.updateTable('families').set({ delivery: 'link' }).execute();
    await expect(send()).rejects.toMatchObject({ status: 422 });
    await rt.db.updateTable('families').set({ delivery: 'email' }).execute();
    await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, mailEnabled: false });
    await expect(send()).rejects.toMatchObject({ status: 409 });
    await expect(sendLetters(rt, admin, { yearMonth, which: 'unsent' })).rejects.toMatchObject({
      status: 409,
    });
    expect(await lettersSent(rt)).toEqual([]);
  });

  test("another facility's family is unknown", async () => {
    const other = await makeDelivering(rt);
    const [familyId = ''] = other.familyIds;
    await expect(send(familyId)).rejects.toMatchObject({ status: 404 });
    const { families } = await readDeliveryPage(rt, admin, yearMonth);
    expect(families.map(({ id }) => id).sort()).toEqual([...facility.familyIds].sort());
  });
});

test('changing the address withdraws the pending mail, and the letter can be sent again', async () => {
  await runDeliveries(rt);
  await changeFamily(rt, admin, firstFamily(), { email: 'new@example.jp' });
  expect(await mailOf()).toEqual({ state: 'unsent' });
  await runDeliveries(rt);
  expect(await lettersSent(rt)).toHaveLength(2);
  await send();
  expect(await lettersSent(rt)).toContain(`new@example.jp ${yearMonth}`);
  const { families } = await readDeliveryPage(rt, admin, yearMonth);
  expect(familiesShown(families, 'unsent')).toEqual([]);
});

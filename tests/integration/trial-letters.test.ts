import { beforeEach, describe, expect, test } from 'vitest';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { readDeliveryPage, readLastDelivery } from '#domains/delivery/read-states.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { continueFacility } from '#domains/operator/facilities.ts';
import { maintain } from '#entry/maintenance.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { mailbox, tokyo } from '../support/delivery.ts';
import { makeLetter } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeTestSender, sendDue } from '../support/sender.ts';
import { startSmtp } from '../support/smtp.ts';
import { MONTH, makeFacility, noteAnswer } from '../support/trial.ts';

let rt: TestRuntime;
/** Recipients. */
let sent: string[];
beforeEach(async () => {
  rt = await makeRuntime();
  sent = [];
});

/** Sends due mails. @returns how many */
async function drain(): Promise<number> {
  const mails = await sendDue(rt);
  sent.push(...mails.map(({ to }) => to));
  return mails.length;
}

const onTrial = (families: number) => makeFacility(rt, families, tokyo('2026-11-25T12:00:00'));
const setEmail = (id: string, email: string) =>
  rt.db.updateTable('families').set({ email }).where('id', '=', id).execute();

describe('the 1st for a facility in good standing', () => {
  test('mails each of two hundred families', async () => {
    const { admin } = await makeFacility(rt, 200, null);
    await runDeliveries(rt);
    expect(await drain()).toBe(200);
    const { mails } = await readLastDelivery(rt, admin);
    expect(mails).toMatchObject({ queued: 0, later: 0, sent: 200, failed: 0 });
    expect(await rt.db.selectFrom('trial_letters').selectAll().execute()).toEqual([]);
  });
});

describe('the 1st for a facility on its trial', () => {
  test('sends thirty letters to strangers, and the others on the following days', async () => {
    const { admin } = await onTrial(70);
    await runDeliveries(rt);
    expect(await drain()).toBe(30);
    rt.clock.advance(15 * HOUR); // midnight
    expect(await drain()).toBe(0);
    rt.clock.advance(9 * HOUR);
    expect(await drain()).toBe(30);
    rt.clock.advance(DAY);
    expect(await drain()).toBe(10);
    rt.clock.advance(DAY);
    expect(await drain()).toBe(0);
    expect(new Set(sent).size).toBe(70);
    const { mails } = await readLastDelivery(rt, admin);
    expect(mails).toMatchObject({ queued: 0, later: 0, sent: 70, failed: 0 });
  });

  test('shows when each family gets its letter', async () => {
    const { admin } = await onTrial(35);
    await runDeliveries(rt);
    await drain();
    const { families } = await readDeliveryPage(rt, admin, MONTH);
    const waiting = families.flatMap(({ mail }) => (mail.state === 'queued' ? [mail.until] : []));
    expect(waiting).toEqual(Array(5).fill(tokyo('2026-11-02T09:00:00')));
    const { mails } = await readLastDelivery(rt, admin);
    expect(mails).toMatchObject({ queued: 0, later: 5, sent: 30, failed: 0 });
  });

  test('gives a delayed letter a whole day of retries', async () => {
    await onTrial(31);
    await runDeliveries(rt);
    await drain();
    rt.clock.advance(DAY);
    const smtp = await startSmtp();
    smtp.fault = () => 'busy';
    await makeTestSender(rt, smtp.url).drain();
    rt.clock.advance(23 * HOUR);
    smtp.fault = () => 'none';
    await makeTestSender(rt, smtp.url).drain();
    await smtp.close();
    expect(smtp.received).toHaveLength(1);
    const date = smtp.received[0]?.mail.headers['date']?.[0] ?? '';
    expect(new Date(date).toISOString()).toBe(tokyo('2026-11-02T09:00:00'));
  });

  test('plans no letter after the trial', async () => {
    const { admin } = await makeFacility(rt, 70, tokyo('2026-11-02T08:00:00'));
    await runDeliveries(rt);
    expect(await drain()).toBe(30);
    rt.clock.advance(10 * DAY);
    expect(await drain()).toBe(0);
    const { families } = await readDeliveryPage(rt, admin, MONTH);
    expect(families.filter(({ mail }) => mail.state === 'unsent')).toHaveLength(40);
  });

  test('waiting letters are sent at once when the operator lifts the limits', async () => {
    const { hostId } = await onTrial(70);
    await runDeliveries(rt);
    expect(await drain()).toBe(30);
    await continueFacility(rt, hostId);
    expect(await drain()).toBe(40);
  });

  test('waiting letters are dropped when mails are switched off, and can be sent manually', async () => {
    const { admin } = await onTrial(40);
    await runDeliveries(rt);
    await drain();
    await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, mailEnabled: false });
    rt.clock.advance(5 * DAY);
    expect(await drain()).toBe(0);
    await saveDeliverySettings(rt, admin, DEFAULT_SETTINGS);
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' })).toBe(10);
    expect(await drain()).toBe(10);
  });

  test('delays no other facility', async () => {
    await onTrial(40);
    const other = await makeFacility(rt, 40, null);
    await rt.db
      .updateTable('families')
      .set(({ fn, val, ref }) => ({ email: fn('replace', [ref('email'), val('@'), val('@b.')]) }))
      .where('host_id', '=', other.hostId)
      .execute();
    await runDeliveries(rt);
    expect(await drain()).toBe(70);
  });
});

describe('a family that answered', () => {
  test('gets the next letter on the 1st, in addition to thirty strangers', async () => {
    const { hostId, familyIds } = await onTrial(40);
    await rt.db.updateTable('hosts').set({ trial_ends_at: '2027-01-01' }).execute();
    await runDeliveries(rt);
    rt.clock.advance(3 * DAY);
    expect(await drain()).toBe(40);
    for (const id of familyIds.slice(0, 20)) await noteAnswer(rt, hostId, id);
    await makeLetter(rt, hostId, 202611);
    rt.clock.set(tokyo('2026-12-01T09:00:00'));
    await runDeliveries(rt);
    expect(await drain()).toBe(40);
  });

  test('has answered for that mailbox only: another address is a stranger', async () => {
    const { hostId, admin, familyIds } = await onTrial(30);
    const [id = ''] = familyIds;
    await noteAnswer(rt, hostId, id); // before any letter: no answer to one of ours
    await runDeliveries(rt);
    await drain();
    await setEmail(id, 'victim@example.jp');
    await sendLetter(rt, admin, { familyId: id, yearMonth: MONTH });
    expect(await drain()).toBe(0);
    rt.clock.advance(DAY);
    expect(await drain()).toBe(1);
  });
});

describe('sending manually', () => {
  test('on a trial reaches thirty strangers, not a hundred and twenty-one', async () => {
    const { admin } = await onTrial(121);
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' })).toBe(121);
    expect(await drain()).toBe(30);
    const before = await readDeliveryPage(rt, admin, MONTH);
    const waiting = before.families.find(({ mail }) => mail.state === 'queued');
    const again = sendLetter(rt, admin, { familyId: waiting?.id ?? '', yearMonth: MONTH });
    await expect(again).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('月') as string,
    });
    for (let day = 0; day < 10; day++) {
      rt.clock.advance(DAY);
      expect(await drain()).toBeLessThanOrEqual(30);
    }
    expect(new Set(sent).size).toBe(121);
  });

  test('reaches no more through test mails, and says so', async () => {
    const { admin, familyIds } = await onTrial(30);
    const [first = '', second = ''] = familyIds;
    await sendTestMail(rt, admin, first);
    await runDeliveries(rt);
    expect(await drain()).toBe(30);
    await expect(sendTestMail(rt, admin, second)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('明日') as string,
      retryAfter: 15 * 60 * 60,
    });
    rt.clock.advance(DAY);
    await sendTestMail(rt, admin, second);
  });

  test('reaches one mailbox five times a day, whatever its spelling', async () => {
    const { familyIds, admin } = await onTrial(12);
    for (const [n, id] of familyIds.entries()) await setEmail(id, `victim+${n}@example.jp`);
    await runDeliveries(rt);
    expect(await drain()).toBe(5);
    await expect(sendTestMail(rt, admin, familyIds[0] ?? '')).rejects.toMatchObject({
      status: 429,
    });
    rt.clock.advance(DAY);
    expect(await drain()).toBe(5);
  });

  test('reaches nothing at an address that changed while its letter waited', async () => {
    const { admin } = await onTrial(31);
    await runDeliveries(rt);
    const { families } = await readDeliveryPage(rt, admin, MONTH);
    const late = families.find(({ mail }) => mail.state === 'queued' && mail.until !== null);
    await changeFamily(rt, admin, late?.id ?? '', { email: 'new@example.jp' });
    rt.clock.advance(3 * DAY);
    expect(await drain()).toBe(30);
  });
});

test('counts are deleted with their day, and contain no address', async () => {
  await onTrial(31);
  await runDeliveries(rt);
  const rows = await rt.db.selectFrom('trial_letters').selectAll().execute();
  expect(rows).toHaveLength(31);
  expect(JSON.stringify(rows)).not.toContain(mailbox(0).split('@')[0]);
  await maintain(rt);
  rt.clock.advance(2 * DAY);
  await maintain(rt);
  expect(await rt.db.selectFrom('trial_letters').selectAll().execute()).toEqual([]);
});

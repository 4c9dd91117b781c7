import { describe, expect, test } from 'vitest';
import { changeHandover } from '#domains/delivery/letters-by-hand.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { openLink } from '#domains/letter/link.ts';
import { confirmAddress } from '#domains/people/confirm-address.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { MINUTE } from '../support/clock.ts';
import { mailbox } from '../support/delivery.ts';
import { sendDue } from '../support/sender.ts';
import {
  MONTH,
  admin,
  bounce,
  cameBack,
  confirm,
  events,
  facility,
  facilityEachTest,
  handedOver,
  idOf,
  mailsOf,
  parkedAs,
  rt,
  runAndSend,
  sentNow,
  sinceOf,
  stateOf,
} from '../support/returned.ts';

facilityEachTest();

describe('no such address', () => {
  test('the letter has not arrived, and is to be handed over', async () => {
    await runAndSend();
    expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
    expect(await bounce(mailbox(0))).toBe('taken');
    const words = 'このアドレスは、ないようです。';
    expect(await stateOf(idOf(0))).toMatchObject({
      mail: { state: 'failed', returned: 'hard', fault: 'address', trouble: words },
      sendsBy: null,
    });
    expect((await stateOf(idOf(1)))?.mail.state).toBe('sent');
    expect(await handedOver()).toEqual([[idOf(0), 'link', `メールが戻ってきました。${words}`]]);
    expect(await events()).toEqual([
      ['delivery.came_back', 0, '202610'],
      ['family.mail_returned', 0, 'hard'],
    ]);
  });

  test('is told once', async () => {
    await runAndSend();
    const [id = ''] = await mailsOf(mailbox(0));
    expect(await Promise.all([cameBack(id), cameBack(id)])).toEqual(['taken', 'known']);
    expect(await cameBack(id, 'soft')).toBe('known');
    expect(await cameBack('x'.repeat(24))).toBe('unknown');
    expect(await events()).toHaveLength(2);
  });

  test('no mail goes there, in no month and by no press, until it is right', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    const press = { familyId: idOf(0), yearMonth: MONTH };
    await expect(sendLetter(rt, admin, press)).rejects.toMatchObject({ status: 422 });
    await expect(sendTestMail(rt, admin, idOf(0))).rejects.toMatchObject({ status: 422 });
    expect(await runAndSend('2026-12-01')).toEqual([mailbox(1), mailbox(2)]);
    expect(await stateOf(idOf(0), 202611)).toMatchObject({
      mail: { state: 'none', reason: 'returned' },
      sendsBy: null,
    });
    expect((await handedOver(202611)).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
  });

  test('a corrected address gets the last letter once, and later ones as usual', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect(await sentNow()).toEqual(['new@example.jp']);
    expect(await sentNow()).toEqual([]);
    expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
    expect(await handedOver()).toEqual([]);
    expect(await events()).toContainEqual(['delivery.sent_again', 0, '202610']);
    expect(await runAndSend('2026-12-01')).toEqual([mailbox(1), mailbox(2), 'new@example.jp']);
  });

  test('a corrected one brings the newest letter where none was tried', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    await runAndSend('2026-12-01');
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    const [mail, ...more] = await sendDue(rt);
    expect([mail?.to, more]).toEqual(['new@example.jp', []]);
    expect(mail?.text).toContain('letters/202611');
  });

  test('so does a confirmed one, and is parked again if the mail comes back again', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    rt.clock.advance(MINUTE);
    await confirm(idOf(0));
    expect(await sentNow()).toEqual([mailbox(0)]);
    expect(await parkedAs(idOf(0))).toBeNull();
    rt.clock.advance(MINUTE);
    expect(await bounce(mailbox(0))).toBe('taken');
    expect(await parkedAs(idOf(0))).toBe('hard');
    expect(await sentNow()).toEqual([]);
  });

  test('who has had the letter otherwise gets it no second time', async () => {
    await runAndSend();
    for (const n of [0, 1, 2]) await bounce(mailbox(n));
    await changeHandover(rt, admin, MONTH, idOf(0), true);
    const { token: familyToken } = await rt.db
      .selectFrom('families')
      .select('token')
      .where('id', '=', idOf(1))
      .executeTakeFirstOrThrow();
    const { token: residentToken } = await rt.db
      .selectFrom('residents')
      .select('token')
      .where('id', '=', facility.residentId)
      .executeTakeFirstOrThrow();
    const link = await openLink(rt, { familyToken, residentToken });
    if (!link) throw new Error('no link');
    await noteSeen(rt, link, MONTH, null);
    for (const n of [0, 1, 2]) await confirm(idOf(n));
    expect(await sentNow()).toEqual([mailbox(2)]);
  });

  test('a stale page confirms nothing', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    const since = await sinceOf(idOf(0));
    await confirm(idOf(0));
    await expect(confirmAddress(rt, admin, { id: idOf(0), since })).rejects.toMatchObject({
      status: 409,
    });
    await expect(confirmAddress(rt, admin, { id: 'nobody', since })).rejects.toMatchObject({
      status: 404,
    });
  });
});

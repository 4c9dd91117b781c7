import { beforeEach, describe, expect, test } from 'vitest';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import { changeHandover } from '#domains/delivery/letters-by-hand.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { openLink } from '#domains/letter/link.ts';
import { returnedCalls } from '#domains/delivery/returned/returned.calls.ts';
import { readStopped, sendStoppedAgain } from '#domains/delivery/returned/stopped-letters.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { LINES, judge } from '#domains/operator/status.ts';
import { confirmAddress } from '#domains/people/confirm-address.ts';
import { addFamily, changeFamily } from '#domains/people/manage-families.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { parseInput } from '#server/parse-input.ts';
import type { CastActor } from '../support/cast.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import type { Delivering } from '../support/delivery.ts';
import { mailbox, makeDelivering, tokyo } from '../support/delivery.ts';
import { makeFamily, makeHost, makeResident, makeStaff } from '../support/factories.ts';
import { SENTENCE, bounce, cameBack, mailsOf, parkedOf, runAndSend } from '../support/returned.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { sendDue } from '../support/sender.ts';

const MONTH = 202610;
let rt: TestRuntime;
let facility: Delivering;
let admin: CastActor;
const idOf = (n: number): string => facility.familyIds[n] ?? '';

beforeEach(async () => {
  rt = await makeRuntime();
  rt.clock.set(tokyo('2026-10-20T09:00'));
  facility = await makeDelivering(rt, { months: [MONTH, 202611, 202612] });
  const staff = await makeStaff(rt, facility.hostId, {
    role: 'admin',
    created_at: '2026-01-05T03:00:00.000Z',
  });
  rt.clock.set(tokyo('2026-11-01T08:59'));
  admin = await signedIn(rt, staff);
});

const stateOf = async (id: string, month = MONTH) =>
  (await readDeliveryPage(rt, admin, month)).families.find((one) => one.id === id);
const handedOver = async (month = MONTH) =>
  (await readHandoverList(rt, facility.hostId, month)).handovers.map(
    ({ familyId, delivery, trouble }) => [familyId, delivery, trouble],
  );
const sinceOf = async (id: string): Promise<string> =>
  (await rt.db.selectFrom('families').select('returned_at').where('id', '=', id).executeTakeFirst())
    ?.returned_at ?? '';
const confirm = async (id: string) => confirmAddress(rt, admin, { id, since: await sinceOf(id) });
/** In order, with the family's name or the address instead of ids. */
const events = async () =>
  (
    await rt.db
      .selectFrom('audit_logs')
      .select(['action', 'target', 'detail'])
      .where('action', 'in', [
        'delivery.came_back',
        'family.mail_returned',
        'delivery.sent_again',
        'family.address_confirmed',
      ])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ action, target, detail }) => [action, facility.familyIds.indexOf(target ?? ''), detail]);

describe('no such address', () => {
  test('the letter has not arrived, and is to be handed over', async () => {
    await runAndSend(rt);
    expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
    expect(await bounce(rt, mailbox(0))).toBe('taken');
    const words = 'このアドレスは、ないようです。';
    expect(await stateOf(idOf(0))).toMatchObject({
      mail: { state: 'failed', returned: 'hard', fault: 'address', trouble: words },
      sendsBy: null,
    });
    expect((await stateOf(idOf(1)))?.mail.state).toBe('sent');
    expect(await handedOver()).toEqual([[idOf(0), 'link', `メールが戻ってきました。${words}`]]);
    expect((await events()).sort()).toEqual([
      ['delivery.came_back', 0, '202610'],
      ['family.mail_returned', 0, 'hard'],
    ]);
  });

  test('is told once', async () => {
    await runAndSend(rt);
    const [id = ''] = await mailsOf(rt, mailbox(0));
    expect(await Promise.all([cameBack(rt, id), cameBack(rt, id)])).toEqual(['taken', 'known']);
    expect(await cameBack(rt, id, 'soft')).toBe('known');
    expect(await cameBack(rt, 'x'.repeat(24))).toBe('unknown');
    expect(await events()).toHaveLength(2);
  });

  test('no mail goes there, in no month and by no press, until it is right', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    const press = { familyId: idOf(0), yearMonth: MONTH };
    await expect(sendLetter(rt, admin, press)).rejects.toMatchObject({ status: 422 });
    await expect(sendTestMail(rt, admin, idOf(0))).rejects.toMatchObject({ status: 422 });
    expect(await runAndSend(rt, '2026-12-01')).toEqual([mailbox(1), mailbox(2)]);
    expect(await stateOf(idOf(0), 202611)).toMatchObject({
      mail: { state: 'none', reason: 'returned' },
      sendsBy: null,
    });
    expect((await handedOver(202611)).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
  });

  test('a corrected address gets the last letter once, and later ones as usual', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect((await sendDue(rt)).map(({ to }) => to)).toEqual(['new@example.jp']);
    expect(await sendDue(rt)).toEqual([]);
    expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
    expect(await handedOver()).toEqual([]);
    expect(await events()).toContainEqual(['delivery.sent_again', 0, '202610']);
    expect(await runAndSend(rt, '2026-12-01')).toEqual([mailbox(1), mailbox(2), 'new@example.jp']);
  });

  test('a corrected one brings the newest letter where none was tried', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    await runAndSend(rt, '2026-12-01');
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    const [mail, ...more] = await sendDue(rt);
    expect([mail?.to, more]).toEqual(['new@example.jp', []]);
    expect(mail?.text).toContain('letters/202611');
  });

  test('so does a confirmed one, and is parked again if the mail comes back again', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    rt.clock.advance(MINUTE);
    await confirm(idOf(0));
    expect((await sendDue(rt)).map(({ to }) => to)).toEqual([mailbox(0)]);
    expect(await parkedOf(rt, idOf(0))).toBeNull();
    rt.clock.advance(MINUTE);
    expect(await bounce(rt, mailbox(0))).toBe('taken');
    expect(await parkedOf(rt, idOf(0))).toBe('hard');
    expect(await sendDue(rt)).toEqual([]);
  });

  test('who has had the letter otherwise gets it no second time', async () => {
    await runAndSend(rt);
    for (const n of [0, 1, 2]) await bounce(rt, mailbox(n));
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
    expect((await sendDue(rt)).map(({ to }) => to)).toEqual([mailbox(2)]);
  });

  test('a stale page confirms nothing', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
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

describe('an address is parked, not a family', () => {
  test('for all families of the facility that have it, and no others', async () => {
    const neighbour = await makeResident(rt, facility.hostId, {
      created_at: '2026-01-05T03:00:00.000Z',
    });
    const same = await makeFamily(rt, neighbour, { email: mailbox(0), delivery: 'email' });
    const other = await makeHost(rt);
    const foreign = await makeFamily(rt, await makeResident(rt, other.id), {
      email: mailbox(0),
      delivery: 'email',
    });
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    expect(await parkedOf(rt, same.id)).toBe('hard');
    expect(await parkedOf(rt, foreign.id)).toBeNull();
    await confirm(same.id);
    expect(await parkedOf(rt, idOf(0))).toBeNull();
  });

  test('whoever is given it later gets no mail either', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    const fields = { name: '田中 桜', email: mailbox(0), delivery: 'email' };
    const added = await addFamily(
      rt,
      admin,
      parseInput(FamilyInput, { residentId: facility.residentId, ...fields }),
    );
    await changeFamily(rt, admin, idOf(1), { email: mailbox(0) });
    for (const id of [added.id, idOf(1)]) expect(await parkedOf(rt, id)).toBe('hard');
    expect(await runAndSend(rt, '2026-12-01')).toEqual([mailbox(2)]);
  });

  test('one mail for letters of several residents comes back for all of them, and goes again as one', async () => {
    const neighbour = await makeResident(rt, facility.hostId, {
      created_at: '2026-01-05T03:00:00.000Z',
      name: '鈴木 正',
    });
    const same = await makeFamily(rt, neighbour, {
      email: mailbox(0),
      delivery: 'email',
      created_at: '2026-01-05T03:00:00.000Z',
    });
    await runAndSend(rt);
    expect(await mailsOf(rt, mailbox(0))).toHaveLength(1);
    await bounce(rt, mailbox(0));
    for (const id of [idOf(0), same.id]) expect((await stateOf(id))?.mail.state).toBe('failed');
    await confirm(same.id);
    const mails = await sendDue(rt);
    expect(mails.map(({ to }) => to)).toEqual([mailbox(0)]);
    for (const id of [idOf(0), same.id]) expect((await stateOf(id))?.mail.state).toBe('sent');
  });
});

describe('when things meet', () => {
  test('a report of the address of before sends the letter to the new one', async () => {
    await runAndSend(rt);
    const [id = ''] = await mailsOf(rt, mailbox(0));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect(await sendDue(rt)).toEqual([]);
    expect(await cameBack(rt, id)).toBe('taken');
    expect(await parkedOf(rt, idOf(0))).toBeNull();
    expect((await sendDue(rt)).map(({ to }) => to)).toEqual(['new@example.jp']);
    expect(await cameBack(rt, id)).toBe('known');
    expect(await sendDue(rt)).toEqual([]);
  });

  test('a report of a mail from before the confirmation parks nothing', async () => {
    const twin = await makeFamily(
      rt,
      { id: facility.residentId, host_id: facility.hostId },
      { email: mailbox(0), delivery: 'email', created_at: '2026-01-05T03:00:00.000Z' },
    );
    await runAndSend(rt);
    const [first = '', second = ''] = await mailsOf(rt, mailbox(0));
    rt.clock.advance(MINUTE);
    await cameBack(rt, first);
    expect((await handedOver()).map(([id]) => id).sort()).toEqual([idOf(0), twin.id].sort());
    rt.clock.advance(MINUTE);
    await confirm(twin.id);
    expect(await sendDue(rt)).toHaveLength(1);
    expect(await cameBack(rt, second)).toBe('taken');
    expect(await parkedOf(rt, twin.id)).toBeNull();
    expect(await sendDue(rt)).toHaveLength(1);
  });

  test('what waits for the address is taken back, also one whose acceptance was not noted', async () => {
    await runAndSend(rt);
    const press = { familyId: idOf(0), yearMonth: MONTH };
    rt.clock.advance(MINUTE);
    await sendLetter(rt, admin, press);
    const [first = '', second = ''] = await mailsOf(rt, mailbox(0));
    await cameBack(rt, first);
    expect(await mailsOf(rt, mailbox(0))).toEqual([first]);
    expect(await cameBack(rt, second)).toBe('unknown');
    expect((await handedOver()).map(([id]) => id)).toEqual([idOf(0)]);
    await sendLetter(rt, admin, { ...press, familyId: idOf(1) });
    expect(await bounce(rt, mailbox(1))).toBe('taken');
    expect(await sendDue(rt)).toEqual([]);
    expect((await stateOf(idOf(1)))?.mail).toMatchObject({ state: 'failed', returned: 'hard' });
  });

  test('before the hour of the 1st, a corrected address waits for the run', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0));
    rt.clock.set(tokyo('2026-12-01T08:00'));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect(await sendDue(rt)).toEqual([]);
    expect(await runAndSend(rt, '2026-12-01')).toContain('new@example.jp');
  });
});

describe('not for now', () => {
  test('the letter has not arrived; in the second month in a row the address is parked', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0), 'soft');
    expect(await stateOf(idOf(0))).toMatchObject({
      mail: { state: 'failed', returned: 'soft', fault: 'mailbox' },
      sendsBy: 'email',
    });
    expect((await handedOver()).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
    expect(await parkedOf(rt, idOf(0))).toBeNull();
    expect(await runAndSend(rt, '2026-12-01')).toContain(mailbox(0));
    await bounce(rt, mailbox(0), 'soft');
    expect(await parkedOf(rt, idOf(0))).toBe('soft');
    expect(await runAndSend(rt, '2027-01-01')).not.toContain(mailbox(0));
  });

  test('a month between that arrived begins anew', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0), 'soft');
    await runAndSend(rt, '2026-12-01');
    await runAndSend(rt, '2027-01-01');
    await bounce(rt, mailbox(0), 'soft');
    expect(await parkedOf(rt, idOf(0))).toBeNull();
  });

  test('so does another address', async () => {
    await runAndSend(rt);
    await bounce(rt, mailbox(0), 'soft');
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    await runAndSend(rt, '2026-12-01');
    await bounce(rt, 'new@example.jp', 'soft');
    expect(await parkedOf(rt, idOf(0))).toBeNull();
  });
});

test('what is our fault blames no family: the letter was stopped, and may be sent again', async () => {
  await runAndSend(rt);
  await bounce(rt, mailbox(0), 'ours');
  expect(await parkedOf(rt, idOf(0))).toBeNull();
  expect(await stateOf(idOf(0))).toMatchObject({
    mail: { state: 'failed', returned: 'ours', fault: 'way' },
    sendsBy: 'email',
  });
  expect(await handedOver()).toEqual([]);
  expect(await events()).toEqual([]);
  await sendLetter(rt, admin, { familyId: idOf(0), yearMonth: MONTH });
  expect(await sendDue(rt)).toHaveLength(1);
  expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
});

test('the operator reads what the server said, and sends what was stopped again once', async () => {
  await runAndSend(rt);
  expect(await readStopped(rt)).toEqual({ mails: 0, since: null, sentence: null });
  for (const n of [0, 1]) await bounce(rt, mailbox(n), 'ours');
  const since = rt.clock.now().toISOString();
  expect(await readStopped(rt)).toEqual({ mails: 2, since, sentence: SENTENCE });
  const facts = await readFacts(rt);
  expect(judge(facts, 0).returned).toBe(false);
  expect(LINES.returned(facts)).toMatch(
    /^今月のお便り: 2通が、相手の.*から）: 550 5\.1\.1 User unknown$/,
  );
  expect(await sendStoppedAgain(rt)).toBe(2);
  expect((await sendDue(rt)).map(({ to }) => to).sort()).toEqual([mailbox(0), mailbox(1)]);
  expect(judge(await readFacts(rt), 0).returned).toBe(true);
  await expect(sendStoppedAgain(rt)).rejects.toMatchObject({ status: 404 });
});

test('what LINE has refused and what came back are told by one call', async () => {
  await runAndSend(rt);
  await bounce(rt, mailbox(0), 'soft');
  await bounce(rt, mailbox(1), 'complaint');
  const at = rt.clock.now().toISOString();
  const call = { rt, actor: admin, input: { yearMonth: MONTH } };
  const { returned } = (await returnedCalls.list.run(call as never)) as { returned: unknown };
  expect(returned).toEqual(
    [
      {
        familyId: idOf(0),
        kind: 'soft',
        at,
        words: '相手のメールボックスが、今は受け取れないようです。',
      },
      {
        familyId: idOf(1),
        kind: 'complaint',
        at,
        words: 'このご家族のメールソフトで、迷惑メールに入れられたようです。',
      },
    ].sort((a, b) => (a.familyId < b.familyId ? -1 : 1)),
  );
});

test('a complaint stops the mails until the family itself takes them up', async () => {
  await runAndSend(rt);
  await bounce(rt, mailbox(0), 'complaint');
  expect(await stateOf(idOf(0))).toMatchObject({ mail: { state: 'sent', isSpam: true } });
  const row = await rt.db
    .selectFrom('families')
    .selectAll()
    .where('id', '=', idOf(0))
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ delivery: 'link', returned_kind: 'complaint' });
  expect(row.stopped_at).not.toBeNull();
  await expect(confirm(idOf(0))).rejects.toMatchObject({ status: 409 });
  await expect(changeFamily(rt, admin, idOf(0), { delivery: 'email' })).rejects.toMatchObject({
    status: 422,
  });
  expect(await runAndSend(rt, '2026-12-01')).not.toContain(mailbox(0));
  expect((await handedOver(202611)).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { returnedCalls } from '#domains/delivery/returned/returned.calls.ts';
import { readStopped, sendStoppedAgain } from '#domains/delivery/returned/stopped-letters.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { LINES } from '#domains/operator/status-lines.ts';
import { judge } from '#domains/operator/status.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { HOUR_MS } from '#lib/durations.ts';
import { makeDelivering, mailbox } from '../support/delivery.ts';
import { makeFamily } from '../support/factories.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { refuseRows } from '../support/refused-updates.ts';
import {
  MONTH,
  OLD,
  SENTENCE,
  admin,
  bounce,
  cameBack,
  confirm,
  events,
  facility,
  facilityEachTest,
  handedOver,
  idOf,
  parkedAs,
  rt,
  runAndSend,
  sentNow,
  stateOf,
} from '../support/returned.ts';

facilityEachTest();

describe('not for now', () => {
  test('the letter has not arrived; in the second month in a row the address is parked', async () => {
    await runAndSend();
    await bounce(mailbox(0), 'soft');
    expect(await stateOf(idOf(0))).toMatchObject({
      mail: { state: 'failed', returned: 'soft', fault: 'mailbox' },
      sendsBy: 'email',
    });
    expect((await handedOver()).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
    expect(await parkedAs(idOf(0))).toBeNull();
    expect(await runAndSend('2026-12-01')).toContain(mailbox(0));
    await bounce(mailbox(0), 'soft');
    expect(await parkedAs(idOf(0))).toBe('soft');
    expect(await runAndSend('2027-01-01')).not.toContain(mailbox(0));
  });

  test('a month between that arrived begins anew', async () => {
    await runAndSend();
    await bounce(mailbox(0), 'soft');
    await runAndSend('2026-12-01');
    await runAndSend('2027-01-01');
    await bounce(mailbox(0), 'soft');
    expect(await parkedAs(idOf(0))).toBeNull();
  });

  test('so does another address', async () => {
    await runAndSend();
    await bounce(mailbox(0), 'soft');
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    await runAndSend('2026-12-01');
    await bounce('new@example.jp', 'soft');
    expect(await parkedAs(idOf(0))).toBeNull();
  });
});

test.each([
  ['unclear', [], 'unclear', '戻ってきたようですが、理由を読み取れません。'],
  ['hard', ['hanako@elsewhere.example'], 'forwarded', '転送先に届かなかったようです。'],
  ['soft', ['hanako@elsewhere.example'], 'forwarded', '転送先に届かなかったようです。'],
] as const)(
  'a report that is %s and names %j parks nobody, and the letter says so',
  async (kind, recipients, returned, trouble) => {
    await runAndSend();
    expect(await bounce(mailbox(0), kind, recipients)).toBe('taken');
    expect(await parkedAs(idOf(0))).toBeNull();
    expect((await stateOf(idOf(0)))?.mail).toMatchObject({ state: 'failed', returned, trouble });
    expect((await stateOf(idOf(0)))?.sendsBy).toBe('email');
    expect(await handedOver()).toEqual([]);
    expect(await bounce(mailbox(0), kind, recipients)).toBe('known');
    // Who can tell more is believed.
    expect(await bounce(mailbox(0), 'hard', [mailbox(0).toUpperCase()])).toBe('taken');
    expect(await parkedAs(idOf(0))).toBe('hard');
  },
);

test('an address of a telephone company may be refused by the family’s own filter', async () => {
  const email = 'hanako@docomo.ne.jp';
  await changeFamily(rt, admin, idOf(0), { email });
  await runAndSend();
  await bounce(email);
  expect((await stateOf(idOf(0)))?.mail).toMatchObject({
    trouble: 'このアドレスは、ないようです。携帯電話の受信設定で断られていることもあります。',
  });
});

test('what is our fault blames no family: the letter was stopped, and may be sent again', async () => {
  await runAndSend();
  await bounce(mailbox(0), 'ours');
  expect(await parkedAs(idOf(0))).toBeNull();
  expect(await stateOf(idOf(0))).toMatchObject({
    mail: { state: 'failed', returned: 'ours', fault: 'way' },
    sendsBy: 'email',
  });
  expect(await handedOver()).toEqual([]);
  expect(await events()).toEqual([]);
  await sendLetter(rt, admin, { familyId: idOf(0), yearMonth: MONTH });
  expect(await sentNow()).toHaveLength(1);
  expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
});

test('the operator reads what the server said, and sends what was stopped again once', async () => {
  await runAndSend();
  expect(await readStopped(rt)).toEqual({ mails: 0, since: null, sentence: null });
  for (const n of [0, 1]) await bounce(mailbox(n), 'ours');
  const since = rt.clock.now().toISOString();
  expect(await readStopped(rt)).toEqual({ mails: 2, since, sentence: SENTENCE });
  const facts = await readFacts(rt);
  expect(judge(facts, 0).stopped).toBe(false);
  expect(LINES.stopped(facts)).toMatch(
    /^今月のお便り: 2通が、相手の.*から）: 550 5\.1\.1 User unknown$/,
  );
  expect(await sendStoppedAgain(rt)).toBe(2);
  expect(await sentNow()).toEqual([mailbox(0), mailbox(1)]);
  expect(judge(await readFacts(rt), 0).stopped).toBe(true);
  const [event] = await rt.db
    .selectFrom('audit_logs')
    .selectAll()
    .where('action', '=', 'operator.letters_sent_again')
    .execute();
  expect(event).toMatchObject({ host_id: null, staff_id: null, target: null, detail: '2' });
  await expect(sendStoppedAgain(rt)).rejects.toMatchObject({ status: 404 });
});

test('what was stopped is sent again also if that fails for another facility', async () => {
  const others = await Promise.all(
    [1, 2].map(() => makeDelivering(rt, { families: 1, months: [MONTH] })),
  );
  await runAndSend();
  for (const { hostId } of [facility, ...others]) {
    const mail = await rt.db
      .selectFrom('outbox')
      .select('id')
      .where('host_id', '=', hostId)
      .where('kind', '=', 'delivery')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await cameBack(mail.id, 'ours');
  }
  expect((await readStopped(rt)).mails).toBe(3);
  const [first = ''] = [facility, ...others].map(({ hostId }) => hostId).sort();
  await refuseRows(rt.db, 'outbox', first);
  await expect(sendStoppedAgain(rt)).rejects.toThrow('no rows of it');
  expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['letters not sent again']);
  expect((await readStopped(rt)).mails).toBe(1);
});

test('what LINE has refused and what came back are told by one call', async () => {
  await runAndSend();
  await bounce(mailbox(0), 'soft');
  await bounce(mailbox(1), 'complaint');
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
  await runAndSend();
  await bounce(mailbox(0), 'complaint');
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
  expect(await runAndSend('2026-12-01')).not.toContain(mailbox(0));
  expect((await handedOver(202611)).map(([id, way]) => [id, way])).toEqual([[idOf(0), 'link']]);
});

describe('many at once', () => {
  const more = (n: number): string => `more${n}@example.jp`;
  beforeEach(async () => {
    const resident = { id: facility.residentId, host_id: facility.hostId };
    for (let n = 0; n < 27; n++) {
      await makeFamily(rt, resident, { ...OLD, email: more(n), delivery: 'email' });
    }
    await runAndSend();
  });

  test('a third of a day is the way: from the tenth on no address is parked', async () => {
    for (let n = 0; n < 20; n++) await bounce(more(n));
    const { n } = await rt.db
      .selectFrom('families')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('returned_kind', '=', 'hard')
      .executeTakeFirstOrThrow();
    expect(n).toBe(9);
    expect(await readStopped(rt)).toMatchObject({ mails: 11 });
  });

  test('on another day, or among many others, each is its own', async () => {
    for (let n = 0; n < 9; n++) await bounce(more(n));
    rt.clock.advance(25 * HOUR_MS);
    for (let n = 9; n < 14; n++) await bounce(more(n));
    expect(await readStopped(rt)).toMatchObject({ mails: 0 });
  });
});

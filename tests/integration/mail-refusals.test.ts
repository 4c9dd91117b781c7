import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailCounts, mailWords } from '#components/delivery/mail-words.ts';
import { readHandoverList } from '#domains/delivery/hand-over.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readDeliveryPage, readDeliverySummary } from '#domains/delivery/read-mail-states.ts';
import { sendLetters } from '#domains/delivery/send-on-request.ts';
import { familiesToSend } from '#domains/delivery/mail-states.ts';
import { readFailedMails } from '#domains/mail/retry-mails.ts';
import { makeAlerts } from '#domains/operator/alert.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { LINES, judge } from '#domains/operator/status.ts';
import { readFamilyEntry } from '#domains/people/families.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Mailer, OutgoingMail } from '#server/mailer.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import { Random } from '../support/random.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeTestSender } from '../support/sender.ts';
import type { ScriptedSmtp, Stage } from '../support/smtp-script.ts';
import { STAGES, startScripted } from '../support/smtp-script.ts';
import { MONTH, makeFacility } from '../support/trial.ts';

const OPERATOR = 'info@example.jp';
const FAMILIES = 12;
let rt: TestRuntime;
let smtp: ScriptedSmtp;
let admin: Actor;
let hostId: string;

async function begin(families = FAMILIES, asksLogin = false): Promise<void> {
  smtp = await startScripted({ asksLogin });
  ({ admin, hostId } = await makeFacility(rt, families, null));
  await runDeliveries(rt);
}
beforeEach(async () => {
  rt = await makeRuntime({ READY_FREE_MB: '0', BACKUP_HOUR: 'off', OPERATOR_EMAIL: OPERATOR });
});
afterEach(async () => {
  takeLogged();
  await smtp.close();
});

const url = (login = false): string => `smtp://${login ? 'user:word@' : ''}127.0.0.1:${smtp.port}`;
const drain = (login = false): Promise<void> =>
  makeTestSender(rt, `${url(login)}${login ? '?requireTLS=false' : ''}`).drain();

const number = (address: string): number => Number(/\d+/.exec(address)?.[0] ?? NaN);
/** Refuses the first so many families. */
const refuseFirst = (count: number, stage: Stage, words: string) => {
  smtp.refuse = (at, to) => (at === stage && number(to) < count ? words : undefined);
};

/** What every reader of it sees. */
async function read() {
  const { families } = await readDeliveryPage(rt, admin, MONTH);
  const today = civilDateOf(rt.clock.now());
  const words = families
    .filter(({ mail }) => mail.state === 'queued' || mail.state === 'failed')
    .map(({ mail }) => mailWords(mail, today));
  const facts = await readFacts(rt);
  const entries = await Promise.all(families.map(({ id }) => readFamilyEntry(rt, admin, id)));
  const { handovers } = await readHandoverList(rt, hostId, MONTH);
  return {
    families,
    words,
    marked: entries.filter(({ trouble }) => trouble !== null).length,
    month: mailCounts((await readDeliverySummary(rt, admin, MONTH)).mails),
    isGood: judge(facts, 0).mails,
    line: LINES.mails(facts),
    handovers,
  };
}
const blamed = (words: readonly string[]): string[] =>
  words.filter((text) => /アドレス|いっぱい|使えない/.test(text));

/** What the mail server says, and what a lone one of it means. */
const REFUSALS: [Stage, string, 'address' | 'mailbox' | 'way'][] = [
  ['RCPT TO', '550 5.1.1 <x@example.jp>: User unknown', 'address'],
  ['RCPT TO', '550-5.1.1 The account\r\n550 5.1.1 does not exist', 'address'],
  ['RCPT TO', '450 4.1.2 <x@example.jp>: Domain not found', 'address'],
  ['RCPT TO', '556 5.1.10 Domain takes no mail', 'address'],
  ['RCPT TO', '550 #5.1.0 Address rejected.', 'address'],
  ['RCPT TO', '550 no such user', 'address'],
  ['RCPT TO', '551 not local', 'address'],
  ['RCPT TO', '553 bad mailbox name', 'address'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'mailbox'],
  ['RCPT TO', '452 4.2.2 over quota', 'mailbox'],
  ['RCPT TO', '550 5.2.1 disabled', 'mailbox'],
  ['RCPT TO', '552 mailbox full', 'mailbox'],
  ['end', '550 5.1.1 no such user', 'address'],
  ['end', '552 5.2.2 over quota', 'mailbox'],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'way'],
  ['RCPT TO', '550 relay not permitted', 'way'],
  ['RCPT TO', '550 5.7.26 unauthenticated', 'way'],
  ['RCPT TO', '550 5.1.8 sender rejected', 'way'],
  ['RCPT TO', '553 5.1.7 bad sender', 'way'],
  ['RCPT TO', '452 4.3.1 Insufficient system storage', 'way'],
  ['RCPT TO', '452 4.5.3 Too many recipients', 'way'],
  ['RCPT TO', '452 too many recipients', 'way'],
  ['RCPT TO', '450 4.7.0 try again', 'way'],
  ['RCPT TO', '450 4.2.0 Greylisted', 'way'],
  ['RCPT TO', '421 4.7.0 closing', 'way'],
  ['RCPT TO', '530 5.7.0 authentication required', 'way'],
  ['RCPT TO', '552 5.3.4 too big', 'way'],
  ['RCPT TO', '554 transaction failed', 'way'],
  ['RCPT TO', '501 5.5.4 syntax', 'way'],
  ['RCPT TO', '550 5.4.4 unable to route', 'way'],
  ['end', '552 5.3.4 message too big', 'way'],
  ['end', '552 too big', 'way'],
  ['end', '550 5.7.26 DMARC', 'way'],
  ['end', '550 rejected', 'way'],
  ['DATA', '554 5.5.1 no valid recipients', 'way'],
  ['end', 'drop', 'way'],
];

describe.each(REFUSALS)('%s: %s', (stage, words, lone) => {
  const count = async (refused: number) => {
    await begin();
    refuseFirst(refused, stage, words);
    await drain();
    return read();
  };

  test('to one family is its own where the words are about it', async () => {
    const seen = await count(1);
    expect(smtp.taken).toHaveLength(FAMILIES - 1);
    expect(blamed(seen.words)).toHaveLength(lone === 'way' ? 0 : 1);
    expect(seen.marked).toBe(lone === 'way' ? 0 : 1);
    expect(seen.isGood).toBe(true);
    const late = seen.words.filter((text) => text.includes('配信サーバーの都合で遅れています'));
    expect(late).toHaveLength(lone === 'way' ? 1 : 0);
    if (lone === 'way') return;
    rt.clock.advance(2 * HOUR);
    expect((await read()).isGood).toBe(true);
  });

  // What is never a family's is tried for all only.
  test.each(lone === 'way' ? [FAMILIES] : [3, FAMILIES])(
    'to %i is the mail server’s',
    async (n) => {
      const seen = await count(n);
      expect(blamed(seen.words)).toEqual([]);
      expect(seen.words).toHaveLength(n);
      for (const text of seen.words) expect(text).toContain('配信サーバーの都合で遅れています');
      expect(seen.marked).toBe(0);
      expect(seen.month).toContain(`${n}通は配信サーバーの都合で遅れています`);
      expect(seen.isGood).toBe(false);
      expect(seen.line).toContain(`${n}件の宛先へ、まだ送れていません`);
      expect(seen.handovers).toEqual([]);
      smtp.refuse = () => undefined;
      rt.clock.advance(MINUTE);
      await drain();
      expect(await read()).toMatchObject({ words: [], isGood: true });
      expect(new Set(smtp.taken).size).toBe(FAMILIES);
    },
  );
});

test.each([
  ['greeting', '554 5.7.1 go away'],
  ['greeting', '421 4.3.2 busy'],
  ['EHLO', '550 5.1.1 go away'],
  ['AUTH', '535 5.7.8 wrong'],
  ['MAIL FROM', '550 5.1.1 unknown sender'],
  ['MAIL FROM', '553 5.1.8 sender'],
  ['MAIL FROM', '552 5.2.2 full'],
  ['greeting', 'drop'],
] as [Stage, string][])(
  'at %s, %s is never of a family, were it one alone',
  async (stage, words) => {
    for (const families of [1, 6]) {
      rt = await makeRuntime({ READY_FREE_MB: '0', BACKUP_HOUR: 'off' });
      if (families > 1) await smtp.close();
      await begin(families, stage === 'AUTH');
      smtp.refuse = (at) =>
        at === stage || (stage === 'EHLO' && at === 'EHLO') ? words : undefined;
      await drain(stage === 'AUTH');
      const seen = await read();
      expect(seen.words).toHaveLength(families);
      expect(blamed(seen.words)).toEqual([]);
      expect(seen.isGood).toBe(families === 1);
    }
  },
);

describe('the operator', () => {
  const alerts = () => {
    const mails: OutgoingMail[] = [];
    const send = (mail: OutgoingMail) => Promise.resolve(void mails.push(mail));
    const mailer: Mailer = { kind: 'smtp', send, close: () => undefined };
    return { mails, look: makeAlerts({ ...rt, mailer }) };
  };

  test('is told by mail within minutes, and when it is over', async () => {
    await begin();
    const { mails, look } = alerts();
    refuseFirst(FAMILIES, 'RCPT TO', '554 5.7.1 Relay access denied');
    for (let minutes = 0; minutes <= 15; minutes += 5) {
      await drain();
      await look();
      rt.clock.advance(5 * MINUTE);
    }
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toBe(OPERATOR);
    expect(mails[0]?.text).toContain('ご家族のアドレスの間違いではありません');
    expect(mails[0]?.text).toContain('554 5.7.1');
    expect(mails[0]?.text).not.toContain('kazoku');
    smtp.refuse = () => undefined;
    rt.clock.advance(HOUR);
    await drain();
    await look();
    expect(mails[1]?.subject).toContain('良好に戻りました');
  });

  test('sees what was given up after a day as lost, until it is sent again', async () => {
    await begin(6);
    refuseFirst(6, 'RCPT TO', '550 5.1.1 User unknown');
    for (let hours = 0; hours <= 26; hours++) {
      await drain();
      rt.clock.advance(HOUR);
    }
    const seen = await read();
    expect(seen.families.map(({ mail }) => mail.state)).toEqual(Array(6).fill('failed'));
    expect(blamed(seen.words)).toEqual([]);
    expect(seen.isGood).toBe(false);
    const { mails } = await readFailedMails(rt, admin);
    expect(mails.every(({ fault, toCorrect }) => fault === 'way' && toCorrect.length === 0)).toBe(
      true,
    );
    smtp.refuse = () => undefined;
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'failed' })).toBe(6);
    await drain();
    expect((await read()).isGood).toBe(true);
  });
});

test('a wrong address is offered to be corrected, and not sent to again with the others', async () => {
  await begin(12);
  smtp.refuse = (stage, to) => {
    if (stage !== 'RCPT TO') return undefined;
    if (number(to) === 0) return '550 5.1.1 User unknown';
    return number(to) === 1 ? '554 5.7.1 policy' : undefined;
  };
  for (let hours = 0; hours <= 26; hours++) {
    await drain();
    rt.clock.advance(HOUR);
  }
  const { families } = await read();
  expect(familiesToSend(families, 'failed').map(({ name }) => name)).toEqual(['家族 1']);
  const { mails } = await readFailedMails(rt, admin);
  expect(mails.map(({ toCorrect }) => toCorrect.map(({ name }) => name)).sort()).toEqual([
    [],
    ['家族 0'],
  ]);
});

test('whose fault it seemed is corrected, both ways, once more is known', async () => {
  await begin();
  const unknown = '550 5.1.1 User unknown';
  const refuse = (isUnknown: (n: number) => boolean, others: string | undefined) => {
    smtp.refuse = (stage, to) => {
      if (stage !== 'RCPT TO') return undefined;
      return isUnknown(number(to)) ? unknown : others;
    };
  };
  refuse((n) => n < 2, '451 4.3.0 later');
  await drain();
  expect(blamed((await read()).words)).toEqual([]); // nobody's mail has been taken yet
  refuse((n) => n < 2, undefined);
  rt.clock.advance(MINUTE);
  await drain();
  expect(blamed((await read()).words)).toHaveLength(2);
  const other = await makeFacility(rt, FAMILIES, null);
  await runDeliveries(rt);
  refuse(() => true, undefined);
  rt.clock.advance(2 * MINUTE);
  await drain();
  expect(blamed((await read()).words)).toEqual([]);
  expect((await readDeliverySummary(rt, other.admin, MONTH)).mails).toMatchObject({ late: 12 });
});

const SEEDS = Number(process.env['REFUSAL_WORLDS'] ?? 12);

test(`in ${SEEDS} random worlds several alike blame nobody, and a lone unknown user is blamed`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    rt = await makeRuntime({ READY_FREE_MB: '0', BACKUP_HOUR: 'off' });
    if (seed > 1) await smtp.close();
    const families = random.int(6, 40);
    await begin(families);
    const code = random.pick([4, 5]) * 100 + random.int(0, 5) * 10 + random.int(0, 9);
    const enhanced = random.chance(0.6)
      ? `${Math.trunc(code / 100)}.${random.int(0, 8)}.${random.int(0, 30)} `
      : '';
    const stage = random.pick(STAGES.slice(3));
    const several = Math.max(3, Math.ceil(families / random.pick([1, 2, 4, 8])));
    const text = () =>
      random.pick(['no', 'User unknown', '<a@b.jp> refused', '迷惑', 'x'.repeat(90)]);
    const loner = families - 1;
    smtp.refuse = (at, to) => {
      if (at === 'RCPT TO' && number(to) === loner && several < loner) return '550 5.1.1 unknown';
      return at === stage && number(to) < several ? `${code} ${enhanced}${text()}` : undefined;
    };
    const isSame = stage === 'RCPT TO' && code === 550 && enhanced === '5.1.1 ';
    await drain();
    const { families: seen } = await read();
    const world = `seed ${seed}: ${several} of ${families}, ${stage} ${code} ${enhanced}`;
    const of = (n: number) => seen.find(({ name }) => name === `家族 ${n}`)?.mail;
    for (let n = 0; n < several; n++) {
      const mail = of(n);
      if (stage === 'MAIL FROM' || mail?.state !== 'queued') continue;
      expect(blamed([mail.trouble ?? '']), world).toEqual([]);
      expect(mail.fault, world).toBe('way');
    }
    if (several < loner && !isSame && stage !== 'MAIL FROM') {
      expect(of(loner), world).toMatchObject({ state: 'queued', fault: 'address' });
    }
  }
});

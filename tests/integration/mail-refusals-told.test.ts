import { afterEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { familiesToSend } from '#domains/delivery/states.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { sendLetters } from '#domains/delivery/send-on-request.ts';
import { readFailedMails } from '#domains/mail/retry-mails.ts';
import { makeAlerts } from '#domains/operator/alert.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { mailerOf } from '../support/sender.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import { Random } from '../support/random.ts';
import type { RefusedRun } from '../support/refused-run.ts';
import { OPERATOR, blamed, makeRefusedRun, numberOf } from '../support/refused-run.ts';
import { STAGES } from '../support/smtp-script.ts';
import { MONTH, makeFacility } from '../support/trial.ts';

const FAMILIES = 12;
let run: RefusedRun;
afterEach(async () => {
  takeLogged();
  await run.smtp.close();
});

describe('the operator', () => {
  const alerts = () => {
    const mails: OutgoingMail[] = [];
    const send = (mail: OutgoingMail) => Promise.resolve(void mails.push(mail));
    const mailer = mailerOf(send);
    return { mails, look: makeAlerts({ ...run.rt, mailer }) };
  };

  test('is told by mail within minutes, and when it is over', async () => {
    run = await makeRefusedRun(FAMILIES);
    const { mails, look } = alerts();
    run.refuseFirst(FAMILIES, 'RCPT TO', '554 5.7.1 Relay access denied');
    for (let minutes = 0; minutes <= 15; minutes += 5) {
      await run.drain();
      await look();
      run.rt.clock.advance(5 * MINUTE);
    }
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toBe(OPERATOR);
    expect(mails[0]?.text).toContain('ご家族のアドレスの間違いではありません');
    expect(mails[0]?.text).toContain('554 5.7.1');
    expect(mails[0]?.text).not.toContain('kazoku');
    run.smtp.refuse = () => undefined;
    run.rt.clock.advance(HOUR);
    await run.drain();
    await look();
    expect(mails[1]?.subject).toContain('良好に戻りました');
  });

  test('sees what was given up after a day as lost, until it is sent again', async () => {
    run = await makeRefusedRun(6);
    run.refuseFirst(6, 'RCPT TO', '550 5.1.1 User unknown');
    for (let hours = 0; hours <= 26; hours++) {
      await run.drain();
      run.rt.clock.advance(HOUR);
    }
    const seen = await run.read();
    expect(seen.families.map(({ mail }) => mail.state)).toEqual(Array(6).fill('failed'));
    expect(blamed(seen.words)).toEqual([]);
    expect(seen.isGood).toBe(false);
    const { mails } = await readFailedMails(run.rt, run.admin);
    expect(mails.every(({ fault, toCorrect }) => fault === 'way' && toCorrect.length === 0)).toBe(
      true,
    );
    run.smtp.refuse = () => undefined;
    expect(await sendLetters(run.rt, run.admin, { yearMonth: MONTH, which: 'failed' })).toBe(6);
    await run.drain();
    expect((await run.read()).isGood).toBe(true);
  });
});

test('a wrong address is offered to be corrected, and not sent to again with the others', async () => {
  run = await makeRefusedRun(12);
  run.smtp.refuse = (stage, to) => {
    if (stage !== 'RCPT TO') return undefined;
    if (numberOf(to) === 0) return '550 5.1.1 User unknown';
    return numberOf(to) === 1 ? '554 5.7.1 policy' : undefined;
  };
  for (let hours = 0; hours <= 26; hours++) {
    await run.drain();
    run.rt.clock.advance(HOUR);
  }
  const { families } = await run.read();
  expect(familiesToSend(families, 'failed').map(({ name }) => name)).toEqual(['家族 1']);
  const { mails } = await readFailedMails(run.rt, run.admin);
  expect(mails.map(({ toCorrect }) => toCorrect.map(({ name }) => name)).sort()).toEqual([
    [],
    ['家族 0'],
  ]);
});

test('whose fault it seemed is corrected, both ways, once more is known', async () => {
  run = await makeRefusedRun(FAMILIES);
  const unknown = '550 5.1.1 User unknown';
  const refuse = (isUnknown: (n: number) => boolean, others: string | undefined) => {
    run.smtp.refuse = (stage, to) => {
      if (stage !== 'RCPT TO') return undefined;
      return isUnknown(numberOf(to)) ? unknown : others;
    };
  };
  refuse((n) => n < 2, '451 4.3.0 later');
  await run.drain();
  expect(blamed((await run.read()).words)).toEqual([]); // nobody's mail has been taken yet
  refuse((n) => n < 2, undefined);
  run.rt.clock.advance(MINUTE);
  await run.drain();
  expect(blamed((await run.read()).words)).toHaveLength(2);
  const other = await makeFacility(run.rt, FAMILIES, null);
  await runDeliveries(run.rt);
  refuse(() => true, undefined);
  run.rt.clock.advance(2 * MINUTE);
  await run.drain();
  expect(blamed((await run.read()).words)).toEqual([]);
  expect((await readLastDelivery(run.rt, other.admin)).mails).toMatchObject({ late: 12 });
});

const SEEDS = Number(process.env['REFUSAL_WORLDS'] ?? 12);

test(`in ${SEEDS} random worlds several alike blame nobody, and a lone unknown user is blamed`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    if (seed > 1) await run.smtp.close();
    const families = random.int(6, 40);
    run = await makeRefusedRun(families);
    const code = random.pick([4, 5]) * 100 + random.int(0, 5) * 10 + random.int(0, 9);
    const enhanced = random.chance(0.6)
      ? `${Math.trunc(code / 100)}.${random.int(0, 8)}.${random.int(0, 30)} `
      : '';
    const stage = random.pick(STAGES.slice(3));
    const several = Math.max(3, Math.ceil(families / random.pick([1, 2, 4, 8])));
    const text = () =>
      random.pick(['no', 'User unknown', '<a@b.jp> refused', '迷惑', 'x'.repeat(90)]);
    const loner = families - 1;
    run.smtp.refuse = (at, to) => {
      if (at === 'RCPT TO' && numberOf(to) === loner && several < loner) return '550 5.1.1 unknown';
      return at === stage && numberOf(to) < several ? `${code} ${enhanced}${text()}` : undefined;
    };
    const isSame = stage === 'RCPT TO' && code === 550 && enhanced === '5.1.1 ';
    await run.drain();
    const { families: seen } = await run.read();
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

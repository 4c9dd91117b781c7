import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMail } from '#domains/mail/kept-words.ts';
import { freePort } from '../support/server.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import { makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { mailRow, makeMailSender, makeTestSender } from '../support/sender.ts';
import type { Fault, TestSmtp } from '../support/smtp.ts';
import { IMPATIENT, startSmtp } from '../support/smtp.ts';

let rt: TestRuntime;
let smtp: TestSmtp;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const sender = () => makeTestSender(rt, smtp.url);
const impatient = () => makeTestSender(rt, smtp.url, IMPATIENT);
const minutesUntil = (instant: string): number =>
  (Date.parse(instant) - rt.clock.now().getTime()) / MINUTE;

const REASONS: [Fault, string][] = [
  ['stalls', 'メールサーバーから応答がありませんでした。'],
  ['busy', 'メールサーバーが今は受け取れないと答えました（451）。'],
  ['refuses', 'このあて先には届けられません。アドレスをお確かめください（550）。'],
  ['rejects', 'メールサーバーに受け取りを断られました（554）。'],
  ['drops', 'メールサーバーとの接続が途中で切れました。'],
  ['drops after', 'メールサーバーとの接続が途中で切れました。'],
];

describe.each(REASONS)('a mail server that %s', (fault, reason) => {
  test('gets a retry a minute later, and the mail arrives', async () => {
    const id = await makeMail(rt);
    smtp.fault = () => fault;
    await (fault === 'stalls' ? impatient() : sender()).drain();
    const row = await mailRow(rt, id);
    expect(row).toMatchObject({ state: 'queued', attempts: 1, last_error: reason });
    expect(minutesUntil(row.next_attempt_at)).toBe(1);
    expect(readMail(row).text).not.toBe('');
    smtp.fault = () => 'none';
    await sender().drain();
    expect((await mailRow(rt, id)).attempts).toBe(1);
    rt.clock.advance(MINUTE);
    await sender().drain();
    expect(await mailRow(rt, id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
    expect(smtp.received).toHaveLength(fault === 'drops after' ? 2 : 1);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1);
  });
});

test('an unreachable mail server gets retries as well', async () => {
  const id = await makeMail(rt);
  await makeTestSender(rt, `smtp://127.0.0.1:${await freePort()}`).drain();
  expect(await mailRow(rt, id)).toMatchObject({
    state: 'queued',
    last_error: 'メールサーバーにつながりませんでした。',
  });
  rt.clock.advance(MINUTE);
  await sender().drain();
  expect((await mailRow(rt, id)).state).toBe('sent');
});

describe('a day of failing', () => {
  const failForADay = async (id: string): Promise<number[]> => {
    smtp.fault = () => 'busy';
    const waits: number[] = [];
    for (let tries = 0; tries < 50; tries++) {
      await sender().drain();
      const { state, next_attempt_at } = await mailRow(rt, id);
      if (state === 'failed') return waits;
      waits.push(minutesUntil(next_attempt_at));
      rt.clock.set(next_attempt_at);
    }
    throw new Error('never given up');
  };

  test('is retried less and less often, then fails with its reason', async () => {
    const id = await makeMail(rt);
    const waits = await failForADay(id);
    expect(waits).toEqual([1, 2, 5, 10, 20, 40, 60, 120, 180, 240, 240, 240, 240, 42]);
    const row = await mailRow(rt, id);
    expect(rt.clock.now().getTime() - Date.parse(row.created_at)).toBe(DAY);
    expect(row.last_error).toContain('今は受け取れない');
    expect(readMail(row).text).toContain('お知らせです。');
    expect(takeLogged().filter(({ msg }) => msg === 'mail given up')).toHaveLength(1);
    rt.clock.advance(DAY);
    smtp.fault = () => 'none';
    await sender().drain();
    expect(smtp.received).toEqual([]);
  });

  test('leaves no one-time link behind', async () => {
    const id = await makeMail(rt, {
      kind: 'password_reset',
      content: { subject: '再設定', paragraphs: ['https://example.jp/?token=abc'] },
    });
    await failForADay(id);
    expect(await mailRow(rt, id)).toMatchObject({
      state: 'failed',
      text: '',
      html: '',
      content: '',
    });
  });
});

describe('an attempt that a crash interrupted', () => {
  /** Lets a server begin what is due, and ends it. @returns how many mails it began to send */
  const crash = async (): Promise<number> => {
    const begun = Promise.withResolvers<undefined>();
    let count = 0;
    const send = () => {
      count++;
      begun.resolve(undefined);
      return new Promise<never>(() => undefined);
    };
    const worker = makeMailSender({ ...rt, mailer: { ...rt.mailer, send }, stopMs: 1 });
    await Promise.race([begun.promise, worker.drain()]);
    await worker.stop();
    return count;
  };

  test('is no failure: the first failure is tried again a minute later', async () => {
    const id = await makeMail(rt);
    for (let n = 0; n < 2; n++) {
      expect(await crash()).toBe(1);
      rt.clock.advance(3 * MINUTE);
    }
    smtp.fault = () => 'busy';
    await sender().drain();
    const row = await mailRow(rt, id);
    expect(row).toMatchObject({ state: 'queued', attempts: 3, failures: 1 });
    expect(minutesUntil(row.next_attempt_at)).toBe(1);
  });

  test('counts from the third on; a mail that always ends the server is given up', async () => {
    const id = await makeMail(rt);
    const waits: number[] = [];
    let row = await mailRow(rt, id);
    let begun = 0;
    for (let tries = 0; row.state === 'queued' && tries < 100; tries++) {
      begun += await crash();
      row = await mailRow(rt, id);
      waits.push(minutesUntil(row.next_attempt_at));
      rt.clock.set(row.next_attempt_at);
    }
    expect(waits.slice(0, 8)).toEqual([3, 3, 3, 1, 3, 2, 3, 5]);
    expect(row).toMatchObject({ state: 'failed', attempts: begun });
    expect(row.last_error).toContain('サーバーが止まった');
    expect(rt.clock.now().getTime() - Date.parse(row.created_at)).toBeGreaterThanOrEqual(DAY);
    takeLogged();
  });
});

/** The same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('200 mails through a bad day all arrive, none twice except after a lost reply', async () => {
  const FAULTS: Fault[] = ['busy', 'refuses', 'rejects', 'drops', 'drops after'];
  const roll = dice(20261017);
  let connections = 0;
  smtp.fault = () => {
    const chance = roll();
    if (++connections > 400 || chance > 0.45) return 'none';
    return chance < 0.03 ? 'stalls' : (FAULTS[Math.floor(roll() * FAULTS.length)] ?? 'none');
  };
  for (let n = 0; n < 200; n++) await makeMail(rt, { to: `family${n}@example.jp` });
  const queued = () =>
    rt.db.selectFrom('outbox').select('id').where('state', '=', 'queued').execute();
  // On a busy machine some more stall than are meant to; they are tried again.
  const worker = impatient();
  while ((await queued()).length > 0) {
    await worker.drain();
    rt.clock.advance(HOUR);
  }
  const states = await rt.db.selectFrom('outbox').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'sent' }]);
  const byReader = Map.groupBy(smtp.received, ({ to }) => to.join());
  expect(byReader.size).toBe(200);
  for (const [reader, mails] of byReader) {
    const lost = mails.filter(({ fault }) => fault === 'drops after');
    expect(mails.length - lost.length, reader).toBe(1);
    expect(new Set(mails.map(({ messageId }) => messageId)).size, reader).toBe(1);
  }
  expect(smtp.received.length).toBeGreaterThan(200);
});

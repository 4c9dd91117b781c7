import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import type { Line } from '#server/line/line.ts';
import type { OutgoingMail } from '../../support/sender.ts';
import { alone, beside } from '../../support/beside.ts';
import { MINUTE, SECOND } from '../../support/clock.ts';
import { tokyo } from '../../support/delivery.ts';
import { makeHost } from '../../support/factories.ts';
import { HANA, join, makeLineMonth, statesOf } from '../../support/line-month.ts';
import { startLine } from '../../support/line-platform.ts';
import { takeLogged } from '../../support/log.ts';
import { makeMail } from '../../support/mailbox.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../../support/runtime.ts';
import { mailRow, makeMailSender } from '../../support/sender.ts';

const LEASE = 3 * MINUTE;

let rt: TestRuntime;
/** What the mail server took. */
let taken: { by: string; mail: OutgoingMail }[];
/** Also what a test left: its lanes would go on without a database. */
const begun: Begun[] = [];

interface Begun {
  answer: PromiseWithResolvers<undefined>;
  drained: () => Promise<void>;
}
beforeEach(async () => {
  rt = await makeRuntime();
  taken = [];
});
afterEach(closeRuntimes);
afterEach(async () => {
  for (const { answer, drained } of begun.splice(0)) {
    answer.resolve(undefined);
    await drained();
  }
});

const accept = (by: string) => (mail: OutgoingMail) =>
  Promise.resolve(void taken.push({ by, mail }));
const senderOf = (id: string, send = accept(id), base = beside(rt, id)) =>
  makeMailSender({ ...base, mailer: { ...rt.mailer, kind: 'smtp', send } });

/** A process that stands still in the middle of sending. */
async function begin(id: string, base?: TestRuntime): Promise<Begun> {
  const reached = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const sender = senderOf(
    id,
    async (mail) => {
      reached.resolve(undefined);
      await answer.promise;
      await accept(id)(mail);
    },
    base,
  );
  sender.wake();
  await reached.promise;
  const made = { answer, drained: () => sender.drain() };
  begun.push(made);
  return made;
}

test('three processes send each of many mails once', async () => {
  const MAILS = 150;
  const hosts = [await makeHost(rt), await makeHost(rt)];
  const ids: string[] = [];
  for (let n = 0; n < MAILS; n++) {
    const kind = n % 3 === 0 ? 'password_reset' : 'delivery';
    ids.push(await makeMail(rt, { kind, hostId: hosts[n % 2]?.id ?? null }));
  }
  await Promise.all(['a', 'b', 'c'].map((id) => senderOf(id).drain()));
  expect(taken.map(({ mail }) => mail.id).sort()).toEqual(ids.sort());
  expect(new Set(taken.map(({ by }) => by)).size).toBe(3);
});

test('of a process that was killed, another sends the mail when its lease is over, not before', async () => {
  const id = await makeMail(rt);
  await begin('killed');
  rt.clock.advance(LEASE - SECOND);
  const other = senderOf('b');
  await other.start();
  await other.drain();
  await other.stop();
  expect(taken).toEqual([]);
  rt.clock.advance(SECOND);
  await senderOf('b').drain();
  expect(taken).toMatchObject([{ by: 'b', mail: { id } }]);
});

test('a process that is alone sends what its predecessor was sending at once', async () => {
  const id = await makeMail(rt);
  await begin('killed');
  const restarted = senderOf('restarted', undefined, alone(rt));
  await restarted.start();
  await restarted.drain();
  await restarted.stop();
  expect(taken).toMatchObject([{ by: 'restarted', mail: { id } }]);
  expect(await mailRow(rt, id)).toMatchObject({ state: 'sent', holder: null });
});

test('of a message by LINE that a killed process has pushed, another one makes no second', async () => {
  const line = await startLine();
  try {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    const pushed = Promise.withResolvers<undefined>();
    const killed = { ...beside(month.rt, 'killed'), line: { ...lineOf(month.rt), push } };
    async function push(...asked: Parameters<Line['push']>): Promise<void> {
      await lineOf(month.rt).push(...asked);
      pushed.resolve(undefined);
      await new Promise(() => undefined);
    }
    month.rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(month.rt);
    makeMailSender(killed).wake();
    await pushed.promise;
    month.rt.clock.advance(LEASE);
    await makeMailSender(beside(month.rt, 'b')).drain();
    expect(line.calls.filter((one) => one.endsWith('/push'))).toHaveLength(2);
    expect(line.accepted.map(({ to }) => to)).toEqual([HANA]);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'line' } });
  } finally {
    await line.close();
  }
});

function lineOf({ line }: TestRuntime): Line {
  if (!line) throw new Error('LINE is not configured');
  return line;
}

describe('a frozen process', () => {
  test('that had not begun to send claims the mail again before it does', async () => {
    const id = await makeMail(rt, { kind: 'password_reset' });
    // The lease passes between the first lane's claim and what follows it.
    let asked = 0;
    const now = () => new Date(rt.clock.now().getTime() + (asked++ === 0 ? 0 : LEASE));
    const frozen = { ...beside(rt, 'frozen'), clock: { ...rt.clock, now } };
    await senderOf('frozen', undefined, frozen).drain();
    expect(taken).toHaveLength(1);
    expect(await mailRow(rt, id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('that was sending may send it twice, with one Message-ID, and both agree that it is sent', async () => {
    const id = await makeMail(rt);
    const frozen = await begin('frozen');
    rt.clock.advance(LEASE);
    await senderOf('b').drain();
    const sent = await mailRow(rt, id);
    rt.clock.advance(SECOND);
    frozen.answer.resolve(undefined);
    await frozen.drained();
    expect(taken.map(({ by }) => by)).toEqual(['b', 'frozen']);
    expect(new Set(taken.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(await mailRow(rt, id)).toEqual(sent);
  });

  test.each([
    ['sent', {}],
    ['queued', { failures: 1 }],
  ] as const)('that fails late does not undo that another noted it as %s', async (state, more) => {
    const id = await makeMail(rt);
    const frozen = await begin('frozen');
    rt.clock.advance(LEASE);
    const fails = () => Promise.reject(new Error('busy'));
    await senderOf('b', state === 'sent' ? accept('b') : fails).drain();
    const before = await mailRow(rt, id);
    expect(before).toMatchObject({ state, attempts: 2, holder: null, ...more });
    frozen.answer.reject(new Error('late'));
    await frozen.drained();
    expect(await mailRow(rt, id)).toEqual(before);
    takeLogged();
  });

  test('whose mail was taken is right that it was sent, while another tries in vain', async () => {
    const id = await makeMail(rt);
    const frozen = await begin('frozen');
    rt.clock.advance(LEASE);
    await senderOf('b', () => Promise.reject(new Error('busy'))).drain();
    expect(await mailRow(rt, id)).toMatchObject({ state: 'queued', failures: 1 });
    frozen.answer.resolve(undefined);
    await frozen.drained();
    rt.clock.advance(60 * MINUTE);
    await senderOf('b').drain();
    expect(taken.map(({ by }) => by)).toEqual(['frozen']);
    takeLogged();
  });
});

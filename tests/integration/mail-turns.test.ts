import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MailKind } from '#domains/mail/mail.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { dataPaths } from '#server/data-folder.ts';
import { HOUR } from '../support/clock.ts';
import { makeHost } from '../support/factories.ts';
import { makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeMailSender, makeTestSender, sendDue } from '../support/sender.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import { onlyOnFile } from '../support/on-file.ts';
import { recordStatements } from '../support/statements.ts';

let rt: TestRuntime;
let smtp: TestSmtp;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await smtp.close();
});

async function queue(hostId: string | null, kind: MailKind, count: number, name: string) {
  for (let n = 0; n < count; n++) {
    await makeMail(rt, { hostId, kind, to: `${name}${n}@example.jp` });
  }
}

/** Recipients in the order of acceptance. */
const order = () => smtp.received.map(({ to }) => to[0]?.split('@')[0] ?? '');

describe('a thousand letters of one facility', () => {
  test("delay no other's password mail, letter or sign-up", async () => {
    const [busy, other] = [await makeHost(rt), await makeHost(rt)];
    await rt.db.transaction().execute(async (db) => {
      for (let n = 0; n < 1000; n++) {
        await makeMail({ ...rt, db }, { hostId: busy.id, kind: 'delivery', to: `busy${n}@x.jp` });
      }
    });
    rt.clock.advance(HOUR);
    await queue(other.id, 'password_reset', 1, 'password');
    await queue(other.id, 'delivery', 3, 'letter');
    await queue(null, 'host_sign_up', 1, 'signup');
    await queue(busy.id, 'password_reset', 1, 'colleague');
    const others = ['password0', 'signup0', 'colleague0', 'letter0', 'letter1', 'letter2'];
    const sender = makeTestSender(rt, smtp.url);
    sender.wake();
    await expect.poll(() => others.filter((name) => !order().includes(name))).toEqual([]);
    await sender.stop();
    for (const name of others) expect(order().indexOf(name), name).toBeLessThan(20);
  });

  test('keep their own order', async () => {
    const host = await makeHost(rt);
    for (let n = 0; n < 5; n++) {
      await queue(host.id, 'delivery', 1, `at${n}-`);
      rt.clock.advance(1000);
    }
    const begun = (await sendDue(rt)).map(({ to }) => to.slice(0, 3));
    expect(begun).toEqual(['at0', 'at1', 'at2', 'at3', 'at4']);
  });
});

/** A mail server that never replies. */
function silent() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const send = ({ to }: OutgoingMail) => {
    begun.push(to.split('@')[0] ?? '');
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const end = () => ends.splice(0).forEach((resolve) => resolve());
  return { begun, end, worker: makeMailSender({ ...rt, mailer: { ...rt.mailer, send } }) };
}

test('while letters hang, a password mail is sent, and vice versa', async () => {
  const host = await makeHost(rt);
  await queue(host.id, 'delivery', 5, 'letter');
  const { begun, end, worker } = silent();
  worker.wake();
  await expect.poll(() => begun.length).toBe(4);
  await queue(host.id, 'password_reset', 5, 'password');
  worker.wake();
  await expect.poll(() => begun.length).toBe(8);
  expect(begun.filter((name) => name.startsWith('password'))).toHaveLength(4);
  const drained = worker.drain();
  const ending = setInterval(end, 1);
  await drained;
  clearInterval(ending);
  expect(begun).toHaveLength(10);
});

test('facilities take turns, and none is skipped', async () => {
  const hosts = [await makeHost(rt), await makeHost(rt), await makeHost(rt)];
  for (const [n, { id }] of hosts.entries()) await queue(id, 'handover', 4, `${n}-`);
  const begun = (await sendDue(rt)).map(({ to }) => to.slice(0, 1));
  expect(begun).toHaveLength(12);
  for (let at = 0; at < 12; at += 3) expect(new Set(begun.slice(at, at + 3)).size).toBe(3);
});

test('each claim takes a few steps of an index', onlyOnFile('a query plan of SQLite'), async () => {
  const host = await makeHost(rt);
  await queue(host.id, 'delivery', 2, 'letter');
  const asked = recordStatements();
  await makeTestSender(rt, smtp.url).drain();
  vi.restoreAllMocks();
  const sqlite = new BetterSqlite3(dataPaths(rt.dataDir).database, { readonly: true });
  const plans = [...asked.values()].flatMap(({ sql, parameters }) =>
    sqlite
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
  sqlite.close();
  expect(plans.filter((line) => /^SCAN (?!CONSTANT)|TEMP B-TREE/.test(line))).toEqual([]);
  const turns = plans.filter((line) => line.includes('outbox_turns'));
  expect(turns).toEqual(
    expect.arrayContaining([
      expect.stringContaining('(channel=? AND is_urgent=? AND queue>?)'),
      expect.stringContaining('(channel=? AND is_urgent=? AND queue=? AND next_attempt_at<?)'),
    ]),
  );
});

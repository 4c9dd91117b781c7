import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { makeAlerts } from '#domains/operator/alert.ts';
import { makeOperatorAccount, makeOperatorLink } from '#domains/operator/operator-account.ts';
import type { Mailer } from '#server/mailer.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { makeMail } from '../support/mailbox.ts';
import { CLIENT } from '../support/cast.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { mailerOf } from '../support/sender.ts';
import { makeRuntime } from '../support/runtime.ts';
import type { OutgoingMail } from '../support/sender.ts';

const OPERATOR = 'info@example.jp';
const FIVE_MINUTES = 5 * MINUTE;

let webhook: Server | undefined;
afterEach(() => void webhook?.close());

/** A mailer that keeps mails. @param works may be changed */
function mailbox(): Mailer & { mails: OutgoingMail[]; works: boolean } {
  const box = { mails: new Array<OutgoingMail>(), works: true };
  const mailer = mailerOf((mail) =>
    box.works
      ? Promise.resolve(void box.mails.push(mail))
      : Promise.reject(Object.assign(new Error('x'), { code: 'ESOCKET' })),
  );
  return Object.assign(box, mailer);
}

const settings = { READY_FREE_MB: '0', BACKUP_HOUR: 'off', OPERATOR_EMAIL: OPERATOR };
async function setUp(more: Record<string, string> = {}) {
  const rt = await makeRuntime({ ...settings, ...more });
  const mailer = mailbox();
  return { rt: { ...rt, mailer }, mailer };
}

/** Looks every five minutes for a while. */
async function watch(rt: TestRuntime, look: () => Promise<void>, minutes: number): Promise<void> {
  for (let passed = 0; passed <= minutes; passed += 5) {
    await look();
    rt.clock.advance(FIVE_MINUTES);
  }
}
const FULL = { READY_FREE_MB: '1000000' };

test('nothing is told while all is well', async () => {
  const { rt, mailer } = await setUp();
  await watch(rt, makeAlerts(rt), 60);
  expect(mailer.mails).toEqual([]);
});

test('a disk below the reserve is told once a day, also by a restarted server, and once when over', async () => {
  const { rt, mailer } = await setUp(FULL);
  await watch(rt, makeAlerts(rt), 60);
  await watch(rt, makeAlerts(rt), 60);
  expect(mailer.mails).toMatchObject([
    { to: OPERATOR, subject: '【つきだより】サーバーに要確認があります' },
  ]);
  expect(mailer.mails[0]?.text).toContain('要確認　空き容量: ');
  rt.clock.advance(24 * HOUR);
  await makeAlerts(rt)();
  expect(mailer.mails).toHaveLength(2);
  rt.env.READY_FREE_MB = 0;
  await watch(rt, makeAlerts(rt), 60);
  expect(mailer.mails.slice(2)).toMatchObject([
    { subject: '【つきだより】サーバーは良好に戻りました' },
  ]);
});

test("the operator's pages are named once they are there", async () => {
  const { rt, mailer } = await setUp(FULL);
  await watch(rt, makeAlerts(rt), 15);
  const token = new URL(await makeOperatorLink(rt)).searchParams.get('token') ?? '';
  await makeOperatorAccount(
    rt,
    { token, email: OPERATOR, password: 'kagi-no-himitsu-desu' },
    CLIENT,
  );
  rt.clock.advance(24 * HOUR);
  await makeAlerts(rt)();
  const names = mailer.mails.map(({ text: words }) =>
    words.includes('http://127.0.0.1:4321/operator'),
  );
  expect(names).toEqual([false, true]);
});

test('mail that does not leave is told a second way, in words without names', async () => {
  const posted: string[] = [];
  webhook = createServer((req, res) => {
    void text(req).then((body) => {
      posted.push(body);
      res.end();
    });
  }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const { port } = webhook.address() as AddressInfo;
  const { rt, mailer } = await setUp({ ALERT_URL: `http://127.0.0.1:${port}/hook` });
  mailer.works = false;
  await makeMail(rt, { to: 'hanako@example.jp' });
  rt.clock.advance(HOUR + MINUTE);
  await watch(rt, makeAlerts(rt), 30);
  expect(posted).toHaveLength(1);
  const said = JSON.parse(posted[0] ?? '') as { text: string };
  expect(said.text).toContain('メールが出ていきません');
  expect(said.text).not.toContain('hanako');
  expect(takeLoggedErrors()).toMatchObject([{ msg: 'the operator could not be told' }]);
});

test('until it could be told, it is tried again', async () => {
  const { rt, mailer } = await setUp(FULL);
  mailer.works = false;
  await watch(rt, makeAlerts(rt), 30);
  expect(takeLoggedErrors().length).toBeGreaterThan(2);
  mailer.works = true;
  await watch(rt, makeAlerts(rt), 15);
  expect(mailer.mails).toHaveLength(1);
});

test('a database that cannot be read is told after an hour, once', async () => {
  const { rt, mailer } = await setUp();
  const check = () => Promise.reject(new Error('it does not answer'));
  const look = makeAlerts({ ...rt, database: { ...rt.database, check } });
  await rt.db.schema.dropTable('troubles').execute();
  await watch(rt, look, 50);
  expect(mailer.mails).toEqual([]);
  await watch(rt, look, 120);
  expect(mailer.mails).toHaveLength(1);
  expect(mailer.mails[0]?.text).toContain('データを読み書きできません');
  takeLoggedErrors();
});

test('the demo tells no one, nor does a server that knows no one to tell', async () => {
  const { rt, mailer } = await setUp(FULL);
  await watch(rt, makeAlerts({ ...rt, isDemo: true }), 60);
  const env = { ...rt.env, OPERATOR_EMAIL: undefined };
  await watch(rt, makeAlerts({ ...rt, env }), 60);
  expect(mailer.mails).toEqual([]);
});

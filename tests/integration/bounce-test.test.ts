import { beforeEach, expect, test } from 'vitest';
import { checkMail } from '#domains/operator/mail-check/check-mail.ts';
import { hasComeBack, sendBounceTest } from '#domains/operator/mail-check/bounce-test.ts';
import { ownIdsIn } from '#domains/mail/return-id.ts';
import { readEnv } from '#server/env.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { mailerOf } from '../support/sender.ts';

let rt: TestRuntime;
beforeEach(async () => {
  const made = await makeRuntime();
  const settings = { DATA_DIR: made.dataDir, MAIL_FROM: 'tayori@example.jp' };
  rt = { ...made, env: readEnv({ ...settings, BOUNCE_URL: 'imaps://u:p@mail.example.jp/INBOX' }) };
});

const NO_NAMES = {
  texts: () => Promise.resolve([]),
  mailHosts: () => Promise.resolve([]),
  addresses: () => Promise.resolve([]),
  namesOf: () => Promise.resolve([]),
};
const reading = async () => (await checkMail(rt, NO_NAMES)).at(-1);
const note = (trouble: 'away' | null, last: string | null) =>
  rt.db
    .insertInto('mailbox_readings')
    .values({
      ...{ mailbox: 'returned', read_at: rt.clock.now().toISOString(), trouble, unclear: 0 },
      ...{ good_at: null, last_mail_id: last },
    })
    .execute();

test('a letter to nobody is known by its id once its report was read', async () => {
  const sent: OutgoingMail[] = [];
  const mailer = mailerOf((mail) => Promise.resolve(void sent.push(mail)));
  const test = await sendBounceTest({ ...rt, mailer });
  if (!('sent' in test)) throw new Error('refused');
  expect(sent[0]?.to).toMatch(/^kono-atesaki-wa-arimasen-\w+@example\.jp$/);
  const bytes = Buffer.from(sent[0]?.returnId ?? '');
  expect([...ownIdsIn(rt, bytes, rt.clock.now())]).toEqual([test.sent]);
  expect(await hasComeBack(rt, test.sent)).toBe(false);
  await note(null, test.sent);
  expect(await hasComeBack(rt, test.sent)).toBe(true);
});

test('a server that says no at once is asked for a domain that nobody has', async () => {
  const asked: string[] = [];
  const refuse = ({ to }: OutgoingMail) => {
    asked.push(to.slice(to.indexOf('@')));
    return Promise.reject(Object.assign(new Error('no such user'), { responseCode: 550 }));
  };
  expect(await sendBounceTest({ ...rt, mailer: mailerOf(refuse) })).toEqual({ refused: true });
  expect(asked).toEqual(['@example.jp', '@tsukidayori.invalid']);
});

test('whether the mailbox is read is said', async () => {
  expect(await reading()).toMatchObject({ verdict: 'unknown' });
  await note('away', null);
  expect(await reading()).toMatchObject({ verdict: 'bad' });
});

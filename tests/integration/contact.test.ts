import { beforeEach, describe, expect, test } from 'vitest';
import { forgetOldContacts, sendContact } from '#domains/operator/send-contact.ts';
import {
  CONTACT_BODY_MAX_LENGTH,
  CONTACT_KEPT_DAYS,
  CONTACT_NAME_MAX_LENGTH,
  ContactInput,
} from '#domains/operator/contact.ts';
import { parseInput } from '#server/parse-input.ts';
import { CLIENT } from '../support/cast.ts';
import { DAY, HOUR } from '../support/clock.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeTestSender } from '../support/sender.ts';
import { startSmtp } from '../support/smtp.ts';
import { inWords } from '../support/mailbox.ts';

const OPERATOR_EMAIL = 'operator@example.jp';
const QUESTION = {
  name: ' 田中\r\n一郎 ',
  email: 'Ichiro@Example.JP',
  body: 'か\u3099っこうの行事も\r\n載せられますか。 ',
};

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime({ OPERATOR_EMAIL });
});

const send = (value: unknown = QUESTION, address = CLIENT.address) =>
  sendContact(rt, parseInput(ContactInput, value), { address });
const stored = () => rt.db.selectFrom('contacts').selectAll().execute();
const mails = async () => inWords(await rt.db.selectFrom('outbox').selectAll().execute());

test('a message is stored and mailed to the operator', async () => {
  let woken = 0;
  rt.wakeMails = () => woken++;
  await send();
  expect(await stored()).toEqual([
    {
      id: expect.stringMatching(/./) as string,
      name: '田中 一郎',
      email: 'ichiro@example.jp',
      body: 'がっこうの行事も\n載せられますか。',
      created_at: rt.clock.now().toISOString(),
    },
  ]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'contact',
    recipient: OPERATOR_EMAIL,
    reply_to: 'ichiro@example.jp',
    host_id: null,
  });
  for (const part of ['田中 一郎', 'ichiro@example.jp', 'がっこうの行事も\n載せられますか。']) {
    expect(mail?.text).toContain(part);
  }
  expect(woken).toBe(1);
});

test("without an operator's address it is stored", async () => {
  rt = await makeRuntime();
  await send();
  expect(await stored()).toHaveLength(1);
  expect(await mails()).toEqual([]);
});

test('five an hour from one address, then 429 with the wait, and nothing is stored', async () => {
  for (let n = 0; n < 5; n++) await send();
  rt.clock.advance(HOUR / 4);
  await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: (3 * HOUR) / 4 / 1000 });
  expect(await stored()).toHaveLength(5);
  expect(await mails()).toHaveLength(5);
  await send(QUESTION, '192.0.2.99');
  rt.clock.advance(HOUR);
  await send();
  expect(await stored()).toHaveLength(7);
});

test('concurrent ones do not exceed the limit', async () => {
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => send()));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await stored()).toHaveLength(5);
});

test('a message that cannot be stored is not mailed and does not count as an attempt', async () => {
  await rt.db.schema.dropTable('contacts').execute();
  await expect(send()).rejects.toThrow(/contacts/);
  expect(await mails()).toEqual([]);
  expect(await rt.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});

test("the operator's reply goes to the sender", async () => {
  const smtp = await startSmtp();
  await send({ ...QUESTION, name: '田中\r\nReply-To: evil@example.com' });
  await makeTestSender(rt, smtp.url).drain();
  await smtp.close();
  const [received] = smtp.received;
  expect(received?.to).toEqual([OPERATOR_EMAIL]);
  expect(received?.mail.headers['reply-to']).toEqual(['ichiro@example.jp']);
  expect(received?.mail.headers['bcc']).toBeUndefined();
});

describe('refused', () => {
  test.each([
    ['no name', { name: '  ' }, 'name', 'お名前を入力してください。'],
    ['null', { name: null }, 'name', 'お名前を入力してください。'],
    [
      'a long name',
      { name: 'あ'.repeat(CONTACT_NAME_MAX_LENGTH + 1) },
      'name',
      'お名前は60文字以内で入力してください。',
    ],
    ['no e-mail', { email: 'ichiro' }, 'email', 'メールアドレスの形を確かめてください。'],
    [
      'a line break in the e-mail',
      { email: 'ichiro@example.jp\r\nBcc: evil@example.com' },
      'email',
      'メールアドレスの形を確かめてください。',
    ],
    ['no text', { body: '\n' }, 'body', 'お問い合わせの内容を入力してください。'],
    [
      'too many words',
      { body: 'あ'.repeat(CONTACT_BODY_MAX_LENGTH + 1) },
      'body',
      'お問い合わせの内容は4000文字以内で入力してください。',
    ],
    ['an unknown field', { phone: '03' }, 'phone', '使えない項目です。'],
  ])('%s', async (_name, change, field, text) => {
    expect(() => parseInput(ContactInput, { ...QUESTION, ...change })).toThrow(
      expect.objectContaining({ status: 422, errors: { [field]: [text] } }) as Error,
    );
    expect(await stored()).toEqual([]);
  });

  test('the longest allowed', async () => {
    await send({
      ...QUESTION,
      name: 'あ'.repeat(CONTACT_NAME_MAX_LENGTH),
      body: 'あ'.repeat(CONTACT_BODY_MAX_LENGTH),
    });
    expect(await stored()).toHaveLength(1);
  });
});

test('a message is deleted when it expires, not before', async () => {
  await send();
  rt.clock.advance((CONTACT_KEPT_DAYS - 1) * DAY);
  await forgetOldContacts(rt);
  expect(await stored()).toHaveLength(1);
  rt.clock.advance(2 * DAY);
  await forgetOldContacts(rt);
  expect(await stored()).toEqual([]);
});

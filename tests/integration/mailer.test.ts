import { generateKeyPairSync } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { makeMailer } from '#server/mailer.ts';
import { verifyDkim } from '../support/dkim.ts';
import { readEml } from '../support/eml.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import type { Received, TestSmtp } from '../support/smtp.ts';
import { PATIENT, startSmtp } from '../support/smtp.ts';

let rt: TestRuntime;
let smtp: TestSmtp;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const mail = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: 'AbCdEfGh12345678',
  hostName: 'ひだまりの家',
  to: 'hanako@example.jp',
  replyTo: null,
  subject: '【ひだまりの家】パスワードの再設定',
  text: '佐藤 花子 様\n\nhttps://tayori.example.jp/x?token=abc\n.\nさようなら\n',
  html: '<p>佐藤 花子 様</p>',
  messageId: '<AbCdEfGh12345678@tayori.example.jp>',
  date: new Date('2026-10-17T03:00:00Z'),
  ...overrides,
});

const env = (settings: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: rt.dataDir, MAIL_FROM: 'つきだより <tayori@example.jp>', ...settings });

async function sendOver(overrides: Partial<OutgoingMail> = {}): Promise<Received> {
  await makeMailer(env({ SMTP_URL: smtp.url }), PATIENT).send(mail(overrides));
  const received = smtp.received.at(-1);
  if (!received) throw new Error('nothing arrived');
  return received;
}

describe('over SMTP', () => {
  test('what goes to families has the sender of letters, and more headers whole', async () => {
    const MAIL_FROM_LETTERS = 'お便り <otayori@letters.example.jp>';
    const mailer = makeMailer(env({ SMTP_URL: smtp.url, MAIL_FROM_LETTERS }), PATIENT);
    const url = `<https://tayori.example.jp/letters/stop?token=${'a'.repeat(200)}>`;
    await mailer.send(mail({ isToFamily: true, headers: { 'List-Unsubscribe': url } }));
    await mailer.send(mail());
    const [letter, other] = smtp.received;
    expect([letter?.from, other?.from]).toEqual([
      'otayori@letters.example.jp',
      'tayori@example.jp',
    ]);
    expect(letter?.mail.headers).toMatchObject({
      from: ['ひだまりの家（つきだより） <otayori@letters.example.jp>'],
      'list-unsubscribe': [url],
    });
    expect(other?.mail.headers).not.toHaveProperty('list-unsubscribe');
    expect(letter?.mail.headers).not.toHaveProperty('dkim-signature');
  });

  test('a signature covers what mail programs act by, and a retry has the same', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const settings = { SMTP_URL: smtp.url, DKIM_KEY, DKIM_SELECTOR: 'tayori1' };
    const mailer = makeMailer(env(settings), PATIENT);
    const headers = {
      'List-Unsubscribe': '<https://tayori.example.jp/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    await mailer.send(mail({ headers }));
    await mailer.send(mail({ headers }));
    const [first = '', again] = smtp.received.map((one) => one.mail.raw);
    expect(again).toBe(first);
    const tags = verifyDkim(first, publicKey);
    expect([tags?.get('d'), tags?.get('s')]).toEqual(['example.jp', 'tayori1']);
    expect(tags?.get('h')?.split(':')).toEqual(
      expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
    const changed = first.replace('/x>', '/y>');
    expect(verifyDkim(changed, publicKey)).toBeNull();
  });

  test('both bodies and every header arrive intact', async () => {
    const { from, to, mail: read } = await sendOver();
    expect({ from, to }).toEqual({ from: 'tayori@example.jp', to: ['hanako@example.jp'] });
    expect(read.headers).toMatchObject({
      from: ['ひだまりの家（つきだより） <tayori@example.jp>'],
      to: ['hanako@example.jp'],
      subject: ['【ひだまりの家】パスワードの再設定'],
      'message-id': ['<AbCdEfGh12345678@tayori.example.jp>'],
      date: ['Sat, 17 Oct 2026 03:00:00 +0000'],
      'auto-submitted': ['auto-generated'],
    });
    expect(read.headers).not.toHaveProperty('reply-to');
    expect(read.headers).not.toHaveProperty('x-mailer');
    expect(read.text.replaceAll('\r\n', '\n')).toContain(
      '佐藤 花子 様\n\nhttps://tayori.example.jp/x?token=abc\n.\nさようなら\n',
    );
    expect(read.html).toContain('<p>佐藤 花子 様</p>');
  });

  test("a mail of the product has the product's name", async () => {
    const { mail: read } = await sendOver({ hostName: null });
    expect(read.headers['from']).toEqual(['つきだより <tayori@example.jp>']);
  });

  test.each(['ichiro@example.jp', 'ichiro@example.jp\r\nBcc: evil@example.com'])(
    'a reply goes to %j only, whatever it contains',
    async (replyTo) => {
      const { to, mail: read } = await sendOver({ replyTo });
      expect(to).toEqual(['hanako@example.jp']);
      expect(read.headers['reply-to']).toHaveLength(1);
      expect(read.headers['reply-to']?.[0]).toContain('ichiro@example.jp');
      expect(read.headers).not.toHaveProperty('bcc');
    },
  );

  test.each([
    'ひだまり\r\nBcc: evil@example.com\r\n\r\nbody',
    'Home\nBcc: evil@example.com',
    '"><evil@example.com>, "x',
    'a, evil@example.com, b',
    'Sunny "Side" \\ Home',
    '家\u2028Bcc: evil@example.com\0',
    '=?utf-8?Q?x?= <evil@example.com>,',
    '家'.repeat(300),
  ])('a facility called %j adds neither header nor recipient', async (name) => {
    const plain = await sendOver();
    const hostile = await sendOver({ hostName: name, subject: `【${name}】お知らせ` });
    expect(hostile.to).toEqual(['hanako@example.jp']);
    expect(hostile.from).toBe('tayori@example.jp');
    expect(hostile.mail.names).toEqual(plain.mail.names);
    expect(hostile.mail.headers['from']).toEqual([
      expect.stringMatching(/（つきだより）"? <tayori@example\.jp>$/),
    ]);
    expect(hostile.mail.raw.split('\r\n').every((line) => line.length < 998)).toBe(true);
  });

  test.each(['a@example.jp, evil@example.com', 'a@example.jp\r\nBcc: evil@example.com'])(
    'an address such as %j adds no recipient',
    async (to) => {
      await sendOver({ to }).catch(() => undefined);
      expect(smtp.received.flatMap((received) => received.to)).not.toContain('evil@example.com');
    },
  );

  test('a password is never sent unencrypted', async () => {
    const url = smtp.url.replace('//', '//user:secret@');
    await expect(makeMailer(env({ SMTP_URL: url }), PATIENT).send(mail())).rejects.toThrow(/TLS/);
    await makeMailer(env({ SMTP_URL: `${url}?requireTLS=false` }), PATIENT).send(mail());
    expect(smtp.received).toHaveLength(1);
  });

  test('closing the mailer aborts mails in progress', async () => {
    smtp.fault = () => 'stalls';
    const mailer = makeMailer(env({ SMTP_URL: smtp.url }), PATIENT);
    const sending = mailer.send(mail());
    mailer.close();
    await expect(sending).rejects.toThrow(/aborted|closed/);
  });
});

describe('without SMTP', () => {
  const folder = () => dataPaths(rt.dataDir).mail;
  const files = () => readdir(folder());

  test('a mail is a private file', async () => {
    await rt.mailer.send(mail());
    const [name = '', ...more] = await files();
    expect([name, more]).toEqual(['20261017T030000Z-AbCdEfGh12345678.eml', []]);
    expect((await stat(path.join(folder(), name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    expect(await readdir(dataPaths(rt.dataDir).temporary)).toEqual([]);
    const read = readEml(await readFile(path.join(folder(), name), 'utf8'));
    expect(read.headers).toMatchObject({
      from: ['ひだまりの家（つきだより） <tayori@localhost>'],
      to: ['hanako@example.jp'],
    });
    expect(read.text).toContain('https://tayori.example.jp/x?token=abc');
  });

  test('writing it again replaces it with the same bytes', async () => {
    const read = async () => readFile(path.join(folder(), (await files())[0] ?? ''));
    await rt.mailer.send(mail());
    const first = await read();
    await rt.mailer.send(mail());
    expect(await files()).toHaveLength(1);
    expect((await read()).equals(first)).toBe(true);
  });
});

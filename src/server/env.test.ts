import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from './env.ts';
import { ROOT } from './root.ts';

/** Names that are asked for. */
function namesRead(): string[] {
  const names: string[] = [];
  const source = new Proxy({}, { get: (_, name) => void names.push(String(name)) });
  readEnv(source);
  return names;
}

describe('settings', () => {
  test('are all optional', () => {
    expect(readEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4321,
      DATA_DIR: path.join(ROOT, 'data'),
      PUBLIC_URL: 'http://127.0.0.1:4321',
      SITE_MODE: 'open',
      TRUST_PROXY: 0,
    });
  });

  test('that are empty count as absent, unknown ones are ignored', () => {
    expect(readEnv({ PORT: '', SITE_MODE: '', HOME: '/root' })).toEqual(readEnv({}));
  });

  test('are read from text', () => {
    expect(
      readEnv({
        PORT: '80',
        TRUST_PROXY: '1',
        PUBLIC_URL: 'https://tayori.example.jp/',
      }),
    ).toMatchObject({
      PORT: 80,
      TRUST_PROXY: 1,
      PUBLIC_URL: 'https://tayori.example.jp',
    });
    expect(readEnv({ PORT: '8080' }).PUBLIC_URL).toBe('http://127.0.0.1:8080');
  });

  test('of LINE are given together, or not at all', () => {
    const all = {
      LINE_CHANNEL_ID: '1234567890',
      LINE_CHANNEL_SECRET: '0123456789abcdef0123456789abcdef',
      LINE_BASIC_ID: '@123abcde',
    };
    expect(readEnv(all)).toMatchObject({ ...all, LINE_API_URL: 'https://api.line.me' });
    for (const name of Object.keys(all)) {
      expect(() => readEnv({ ...all, [name]: '' })).toThrow(name);
    }
  });

  test('of letters are those of all mails, unless they are given', () => {
    const MAIL_FROM = 'つきだより <tayori@example.jp>';
    expect(readEnv({ MAIL_FROM }).MAIL_FROM_LETTERS.address).toBe('tayori@example.jp');
    const both = readEnv({ MAIL_FROM, MAIL_FROM_LETTERS: 'otayori@example.jp' });
    expect(both.MAIL_FROM_LETTERS).toEqual({ name: '', address: 'otayori@example.jp' });
    expect(both.MAIL_FROM.address).toBe('tayori@example.jp');
  });

  test('of signatures are a key and its name, as a file or in one line', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'dkim-')), 'dkim.pem');
    writeFileSync(file, key);
    for (const DKIM_KEY of [file, key, key.replaceAll('\n', '\\n')]) {
      expect(readEnv({ DKIM_KEY, DKIM_SELECTOR: 'tayori1' }).DKIM_KEY).toBe(key);
      expect(() => readEnv({ DKIM_KEY })).toThrow(/^DKIM_SELECTOR: expected [^\n]+$/);
    }
    const short = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey;
    const other = generateKeyPairSync('ed25519').privateKey;
    for (const wrong of [short, other]) {
      const DKIM_KEY = wrong.export({ type: 'pkcs8', format: 'pem' }).toString();
      expect(() => readEnv({ DKIM_KEY, DKIM_SELECTOR: 'tayori1' })).toThrow(/^DKIM_KEY: expected/);
    }
    expect(() => readEnv({ DKIM_SELECTOR: 'tayori1' })).toThrow(/^DKIM_KEY: expected/);
  });

  test('are all in .env.example with their defaults', () => {
    const example = parseEnv(readFileSync(path.join(ROOT, '.env.example'), 'utf8'));
    expect(Object.keys(example).sort()).toEqual(namesRead().sort());
    expect(readEnv(example)).toEqual(readEnv({}));
  });

  test('of the unit file exist and are valid', () => {
    const given = parseEnv(readFileSync(path.join(ROOT, 'deploy/tsukidayori.env'), 'utf8'));
    const known = namesRead();
    expect(Object.keys(given).filter((name) => !known.includes(name))).toEqual([]);
    expect(readEnv(given)).toMatchObject({ DATA_DIR: '/var/lib/tsukidayori', TRUST_PROXY: 1 });
  });

  test.each([
    ['PORT', 'abc'],
    ['LINE_CHANNEL_ID', 'abc'],
    ['LINE_CHANNEL_SECRET', 'short'],
    ['LINE_BASIC_ID', 'tayori'],
    ['LINE_API_URL', 'https://api.line.me/v2'],
    ['PORT', '65536'],
    ['PORT', '1.5'],
    ['BACKUP_COPY', '/mnt/usb'],
    ['BACKUP_COPY', 'sftp://user:password@nas/copies'],
    ['BACKUP_COPY', 'file:///mnt/usb s3:bucket'],
    ['BACKUP_COPY_PASSPHRASE', 'too short'],
    ['PUBLIC_URL', 'tayori.example.jp'],
    ['PUBLIC_URL', 'https://tayori.example.jp/sub'],
    ['PUBLIC_URL', 'ftp://tayori.example.jp'],
    ['APP_SECRET', 'short'],
    ['SMTP_URL', 'mail.example.jp'],
    ['SMTP_URL', 'smtp://mail.example.jp:99999'],
    ['MAIL_FROM', 'つきだより'],
    ['BOUNCE_URL', 'mail.example.jp'],
    ['BOUNCE_URL', 'https://mail.example.jp/INBOX'],
    ['BOUNCE_URL', 'imaps://mail.example.jp/INBOX'],
    ['BOUNCE_URL', 'imaps://me:100%@mail.example.jp/INBOX'],
    ['BOUNCE_ADDRESS', 'bounces'],
    ['BOUNCE_ADDRESS', 'b*b@example.jp'],
    ['MAIL_FROM_LETTERS', 'お便り'],
    ['DKIM_KEY', '/nowhere/dkim.pem'],
    ['DKIM_KEY', 'package.json'],
    ['DKIM_KEY', '-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----'],
    ['DKIM_SELECTOR', 'a.b'],
    ['SITE_MODE', 'maintenance'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '6'],
    ['OPERATOR_EMAIL', 'no-address'],
    ['OPERATOR_URL', 'nowhere'],
    ['OPERATOR_URL', 'javascript:alert(1)'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '0'],
    ['READY_FREE_MB', 'half'],
  ])('%s=%s stops with one line naming it', (name, value) => {
    const start = (): unknown => readEnv({ [name]: value });
    expect(start).toThrow(EnvError);
    expect(start).toThrow(new RegExp(`^${name}: expected [^\n]+$`));
  });

  test('take returned mails at an address only if somebody reads them', () => {
    const BOUNCE_ADDRESS = 'bounces@example.jp';
    expect(() => readEnv({ BOUNCE_ADDRESS })).toThrow(/^BOUNCE_URL: expected /);
    const BOUNCE_URL = 'imaps://me:a%25b@mail.example.jp';
    expect(readEnv({ BOUNCE_URL, BOUNCE_ADDRESS })).toMatchObject({
      BOUNCE_URL,
      BOUNCE_ADDRESS: 'bounces+*@example.jp',
    });
  });
});

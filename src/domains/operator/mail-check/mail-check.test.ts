import { generateKeyPairSync, createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import type { Names } from '#server/names.ts';
import { checkMail } from './check-mail.ts';

const DOMAIN = 'example.jp';
const OURS = '203.0.113.5';

interface Zone {
  TXT?: Record<string, string[] | null>;
  MX?: Record<string, string[] | null>;
  A?: Record<string, string[] | null>;
  PTR?: Record<string, string[] | null>;
}

/** A DNS of a test. */
const namesOf = ({ TXT = {}, MX = {}, A = {}, PTR = {} }: Zone): Names => {
  const look = (zone: Record<string, string[] | null>) => (name: string) =>
    Promise.resolve(Object.hasOwn(zone, name) ? (zone[name] ?? null) : []);
  return { texts: look(TXT), mailHosts: look(MX), addresses: look(A), namesOf: look(PTR) };
};

const OWN = { SMTP_URL: 'smtp://localhost:25', PUBLIC_URL: 'https://tayori.example.jp' };
const RELAY = { ...OWN, SMTP_URL: 'smtps://u:p@smtp.relay.example' };
const GOOD: Zone = {
  TXT: {
    [DOMAIN]: ['other=1', `v=spf1 ip4:${OURS} ~all`],
    [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=none'],
  },
  MX: { [DOMAIN]: ['mx.example.jp'] },
  A: { 'tayori.example.jp': [OURS] },
  PTR: { [OURS]: ['tayori.example.jp'] },
};

async function check(zone: Zone, settings: Record<string, string> = OWN) {
  const env = readEnv({ MAIL_FROM: `つきだより <tayori@${DOMAIN}>`, ...settings });
  const found = await checkMail({ env, db: undefined as never }, namesOf(zone));
  return (name: string) => {
    const one = found.find((finding) => finding.name.startsWith(name));
    if (!one) throw new Error(`no ${name}`);
    return one;
  };
}
const verdicts = async (zone: Zone, settings?: Record<string, string>) => {
  const of = await check(zone, settings);
  return ['SPF', 'DMARC', '受け取り', '逆引き'].map((name) => of(name).verdict);
};
const txt = (texts: Record<string, string[] | null>): Zone => ({
  ...GOOD,
  TXT: { ...GOOD.TXT, ...texts },
});

test('what is right is said to be', async () => {
  expect(await verdicts(GOOD)).toEqual(['good', 'good', 'good', 'good']);
});

test('what is missing is named with the record to set', async () => {
  const of = await check({ A: GOOD.A ?? {} }, { ...OWN, OPERATOR_EMAIL: 'op@example.jp' });
  expect(of('SPF')).toMatchObject({
    verdict: 'bad',
    record: { name: DOMAIN, type: 'TXT', value: `v=spf1 ip4:${OURS} ~all` },
  });
  expect(of('DMARC').record).toEqual({
    ...{ name: `_dmarc.${DOMAIN}`, type: 'TXT' },
    value: 'v=DMARC1; p=none; rua=mailto:op@example.jp',
  });
  expect(of('受け取り')).toMatchObject({ verdict: 'bad', record: { type: 'MX' } });
  expect(of('逆引き').record).toEqual({ name: OURS, type: 'PTR', value: 'tayori.example.jp' });
});

test('without an answer nothing is claimed', async () => {
  const silent = await verdicts({
    TXT: { [DOMAIN]: null, [`_dmarc.${DOMAIN}`]: null },
    MX: { [DOMAIN]: null },
    A: { 'tayori.example.jp': [OURS] },
    PTR: { [OURS]: null },
  });
  expect(silent).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});

describe('SPF', () => {
  test.each([
    ['another server only', 'v=spf1 ip4:198.51.100.1 ~all', 'bad', 'が入っていません'],
    ['everybody', 'v=spf1 +all', 'bad', 'だれが送っても'],
    ['no end', `v=spf1 ip4:${OURS}`, 'bad', '~all'],
    ['a network of ours', 'v=spf1 ip4:203.0.113.0/24 -all', 'good', ''],
    ['our name', 'v=spf1 a:tayori.example.jp -all', 'good', ''],
    ['what takes mail', 'v=spf1 mx -all', 'bad', ''],
    ['an included record', 'v=spf1 include:inner.example ~all', 'good', ''],
    ['a record elsewhere', 'v=spf1 redirect=inner.example', 'good', ''],
    ['one that is gone', 'v=spf1 include:gone.example ~all', 'bad', 'gone.example'],
    ['one that does not answer', 'v=spf1 include:silent.example ~all', 'unknown', ''],
    ['one that leads in circles', 'v=spf1 include:circle.example ~all', 'bad', '10'],
  ])('of %s', async (_name, record, verdict, says) => {
    const of = await check(
      txt({
        [DOMAIN]: [record],
        'inner.example': [`v=spf1 ip4:${OURS} -all`],
        'circle.example': ['v=spf1 include:circle.example -all'],
        'silent.example': null,
      }),
    );
    expect(of('SPF')).toMatchObject({ verdict, says: expect.stringContaining(says) as string });
  });

  test('adds our server to what is there', async () => {
    const of = await check(
      txt({
        [DOMAIN]: ['v=spf1 include:_spf.example.net ~all'],
        '_spf.example.net': ['v=spf1 -all'],
      }),
    );
    expect(of('SPF').record?.value).toBe(`v=spf1 ip4:${OURS} include:_spf.example.net ~all`);
  });

  test('of two records counts as none', async () => {
    const of = await check(txt({ [DOMAIN]: ['v=spf1 ~all', 'v=spf1 -all'] }));
    expect(of('SPF').verdict).toBe('bad');
  });

  test('of a mail company is for the company to fill', async () => {
    const found = await check({}, RELAY);
    expect(found('SPF').record?.value).toContain('include:');
    expect(found('逆引き').verdict).toBe('good');
    expect(
      (
        await check(
          txt({
            [DOMAIN]: ['v=spf1 include:inner.example ~all'],
            'inner.example': ['v=spf1 ip4:198.51.100.9 -all'],
          }),
          RELAY,
        )
      )('SPF').verdict,
    ).toBe('good');
  });
});

describe('DKIM', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const p = createPublicKey(DKIM_KEY).export({ type: 'spki', format: 'der' }).toString('base64');
  const own = { ...OWN, DKIM_KEY, DKIM_SELECTOR: 'tayori1' };
  const at = `tayori1._domainkey.${DOMAIN}`;

  test.each([
    ['the key', [`v=DKIM1; k=rsa; p=${p.slice(0, 200)} ${p.slice(200)}`], 'good'],
    ['no record', [], 'bad'],
    ['another key', [`v=DKIM1; p=${p.slice(1)}`], 'bad'],
    ['a withdrawn key', ['v=DKIM1; p='], 'bad'],
    ['two keys', [`p=${p}`, `p=${p}`], 'bad'],
    ['no answer', null, 'unknown'],
  ])('with %s', async (_name, texts, verdict) => {
    const found = (await check(txt({ [at]: texts }), own))('DKIM');
    expect(found.verdict).toBe(verdict);
    if (verdict === 'bad') {
      expect(found.record).toEqual({ name: at, type: 'TXT', value: `v=DKIM1; k=rsa; p=${p}` });
    }
  });

  test('of the relay is not to be seen from here', async () => {
    expect((await check(GOOD))('DKIM').verdict).toBe('unknown');
  });
});

describe('DMARC', () => {
  test.each([
    [
      'of the domain above',
      { 'example.jp': ['v=DMARC1; p=reject'] },
      'tayori@mail.example.jp',
      'good',
    ],
    ['without a policy', { 'example.jp': ['v=DMARC1'] }, 'tayori@example.jp', 'bad'],
    [
      'twice',
      { 'example.jp': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] },
      'tayori@example.jp',
      'bad',
    ],
  ])('%s', async (_name, texts, from, verdict) => {
    const TXT = Object.fromEntries(
      Object.entries(texts).map(([name, values]) => [`_dmarc.${name}`, values]),
    );
    const of = await check({ ...GOOD, TXT }, { ...OWN, MAIL_FROM: from });
    expect(of('DMARC').verdict).toBe(verdict);
  });
});

test('a domain that takes no mail, and a name that leads elsewhere, are named', async () => {
  const of = await check({
    ...GOOD,
    MX: { [DOMAIN]: [''] },
    PTR: { [OURS]: ['vps1.example.net'] },
  });
  expect([of('受け取り').verdict, of('逆引き').verdict]).toEqual(['bad', 'bad']);
  expect(of('逆引き').says).toContain('vps1.example.net');
});

test('both senders are looked at, and a name that nobody outside knows is said to be one', async () => {
  const two = await check(GOOD, { ...OWN, MAIL_FROM_LETTERS: 'otayori@letters.example.jp' });
  expect(two('SPF（letters.example.jp）').verdict).toBe('bad');
  const local = await check(GOOD, { ...OWN, MAIL_FROM: 'tayori@localhost' });
  expect(local('差出人').verdict).toBe('bad');
  expect((await check(GOOD, { MAIL_FROM: 'tayori@example.jp' }))('逆引き').says).toContain(
    'SMTP_URL',
  );
});

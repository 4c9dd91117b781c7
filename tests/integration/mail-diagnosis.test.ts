import { afterAll, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import { readEnv } from '#server/env.ts';
import { makeMailer } from '#server/mailer.ts';
import { EXPIRED, GOOD, OTHER_NAME } from '../support/certificates.ts';
import { makeRuntime } from '../support/runtime.ts';
import type { Listening } from '../support/smtp-kinds.ts';
import { LOGIN, startKind, startSilent } from '../support/smtp-kinds.ts';
import { freePort } from '../support/server.ts';
import { IMPATIENT, PATIENT } from '../support/smtp.ts';

const open: Listening[] = [];
afterAll(() => Promise.all(open.map(({ close }) => close())));

const NO_LOGIN = 'smtp://127.0.0.1';
const WITH_LOGIN = `smtp://${LOGIN.user}:${LOGIN.password}@127.0.0.1`;
const WRONG = `smtp://${LOGIN.user}:wrong-password@127.0.0.1`;
const REFUSED = (code: number) => Object.assign(new Error('no'), { responseCode: code });
const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS', 'AUTH'] };

async function on(options: SMTPServerOptions): Promise<number> {
  const server = await startKind(options);
  open.push(server);
  return server.port;
}

const silent = async (): Promise<number> => {
  const server = await startSilent();
  open.push(server);
  return server.port;
};

/** What the operator reads after one test mail. */
async function trial(url: string, timeouts = PATIENT) {
  const rt = await makeRuntime();
  const env = readEnv({ DATA_DIR: rt.dataDir, SMTP_URL: url });
  const mailer = makeMailer(env, timeouts);
  return sendTrialMail({ ...rt, env, mailer }, 'tameshi@example.jp');
}

type Case = [what: string, start: () => Promise<number>, url: string, what: RegExp, change: RegExp];

/** As if its issuer were known. */
const trusting = (url: string, { cert }: { cert: string }): string =>
  `${url}?tls.ca=${encodeURIComponent(cert)}`;

const CASES: Case[] = [
  ['a closed port', freePort, NO_LOGIN, /番の入口が閉じています/, /番号を/],
  [
    'no STARTTLS',
    () => on(plain),
    WITH_LOGIN,
    /STARTTLS.*応じません/,
    /smtps:\/\/.*requireTLS=false/,
  ],
  [
    'no STARTTLS, which must be even without a login',
    () => on(plain),
    `${NO_LOGIN}?requireTLS=true`,
    /STARTTLS.*応じません/,
    /smtps:\/\//,
  ],
  [
    'a self-signed certificate',
    () => on({ ...OTHER_NAME }),
    WITH_LOGIN,
    /自己署名/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    'the same, without a login',
    () => on({ ...OTHER_NAME }),
    NO_LOGIN,
    /自己署名/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    'the same, encrypted at once',
    () => on({ ...OTHER_NAME, secure: true }),
    WITH_LOGIN.replace('smtp:', 'smtps:'),
    /自己署名/,
    /名前を SMTP_URL に/,
  ],
  [
    'a certificate of another name',
    () => on({ ...OTHER_NAME }),
    trusting(WITH_LOGIN, OTHER_NAME),
    /証明書の名前が「127.0.0.1」と違います/,
    /そのまま書いて/,
  ],
  [
    'a certificate that has expired',
    () => on({ ...EXPIRED, secure: true }),
    trusting(WITH_LOGIN.replace('smtp:', 'smtps:'), EXPIRED),
    /証明書の期限/,
    /時計/,
  ],
  [
    'TLS on a port that begins without',
    () => on(plain),
    WITH_LOGIN.replace('smtp:', 'smtps:'),
    /はじめから暗号化する入口ではありません/,
    /smtp:\/\/ で始めて/,
  ],
  [
    'a login that is asked for',
    () => on({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    NO_LOGIN,
    /ログインを求めました/,
    /利用者名とパスワードを書いて/,
  ],
  [
    'a wrong password',
    () => on({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    `${WRONG}?requireTLS=false`,
    /ログインを断りました/,
    /% で書きます/,
  ],
  [
    'a sender that is not allowed',
    () => on({ ...plain, onMailFrom: (_from, _session, done) => done(REFUSED(553)) }),
    NO_LOGIN,
    /MAIL_FROM/,
    /契約/,
  ],
  [
    'a recipient that is refused',
    () => on({ ...plain, onRcptTo: (_to, _session, done) => done(REFUSED(550)) }),
    NO_LOGIN,
    /あて先のアドレスを断られ/,
    /つづり/,
  ],
  [
    'a server that is busy',
    () => on({ ...plain, onRcptTo: (_to, _session, done) => done(REFUSED(451)) }),
    NO_LOGIN,
    /今は受け取れない/,
    /しばらく/,
  ],
  [
    'a mail that looks like spam',
    () =>
      on({
        ...plain,
        onData: (stream, _session, done) => stream.resume().on('end', () => done(REFUSED(554))),
      }),
    NO_LOGIN,
    /受け取りを断りました/,
    /SPF/,
  ],
];

test.each(CASES)('%s is named, with what to change', async (_name, start, url, what, change) => {
  const port = await start();
  const [address = '', query] = url.split('?', 2);
  const result = await trial(`${address}:${port}${query === undefined ? '' : `?${query}`}`);
  expect(result).toMatchObject({
    ended: 'failed',
    what: expect.stringMatching(what) as string,
    change: expect.stringMatching(change) as string,
  });
  expect(JSON.stringify(result)).not.toMatch(/password|tameshi/);
});

test('an unknown host is named', async () => {
  const result = await trial('smtp://mail.tayori.invalid');
  expect(result).toMatchObject({
    ended: 'failed',
    what: expect.stringContaining('名前「mail.tayori.invalid」') as string,
  });
});

test.each([
  ['smtp', IMPATIENT, /465 番なら、SMTP_URL を smtps/],
  // Encrypted at once, it is still connecting.
  ['smtps', { ...PATIENT, connect: 200 }, /外へのメールの番号を止めている/],
])('a server that says nothing to %s is given up', async (scheme, timeouts, change) => {
  const result = await trial(`${scheme}://127.0.0.1:${await silent()}`, timeouts);
  expect(result).toMatchObject({
    ended: 'failed',
    change: expect.stringMatching(change) as string,
    signs: expect.stringContaining('ETIMEDOUT') as string,
  });
});

const PLAIN = /暗号化せずに送りました.*smtps:.*requireTLS=true/;
const LATER = /途中から暗号化してつなぎました（STARTTLS）/;
const AT_ONCE = /はじめから暗号化してつなぎました（TLS）/;
const [SMTPS, SMTPS_LOGIN] = [NO_LOGIN, WITH_LOGIN].map((url) => url.replace('smtp:', 'smtps:'));
const TRUST = `?tls.ca=${encodeURIComponent(GOOD.cert)}`;
const OPEN = { ...GOOD, authOptional: true };
const anyLogin: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

test.each<[string, SMTPServerOptions, string | undefined, string, RegExp]>([
  ['without STARTTLS', plain, NO_LOGIN, '', PLAIN],
  ['with a password, without STARTTLS', anyLogin, WITH_LOGIN, '?requireTLS=false', PLAIN],
  ['with STARTTLS, which is ignored', OPEN, NO_LOGIN, '?ignoreTLS=true', PLAIN],
  ['with STARTTLS, though it need not be', OPEN, NO_LOGIN, TRUST, LATER],
  ['with STARTTLS, which must be', OPEN, NO_LOGIN, `${TRUST}&requireTLS=true`, LATER],
  ['with STARTTLS and a password', GOOD, WITH_LOGIN, TRUST, LATER],
  [
    'with a certificate that is not looked at',
    { ...OTHER_NAME, authOptional: true },
    NO_LOGIN,
    '?tls.rejectUnauthorized=false',
    LATER,
  ],
  ['with TLS', { ...OPEN, secure: true }, SMTPS, TRUST, AT_ONCE],
  ['with TLS and a password', { ...GOOD, secure: true }, SMTPS_LOGIN, TRUST, AT_ONCE],
])('a mail taken %s says how it went', async (_what, server, url = '', query, secrecy) => {
  expect(await trial(`${url}:${await on(server)}${query}`)).toEqual({
    ended: 'taken',
    secrecy: expect.stringMatching(secrecy) as string,
  });
});

import { afterAll, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { sendTrialMail } from '#features/mail/trial-mail.service.ts';
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

test('a mail that is taken says so', async () => {
  expect(await trial(`${NO_LOGIN}:${await on(plain)}`)).toEqual({ ended: 'taken' });
  for (const secure of [false, true]) {
    const scheme = secure ? WITH_LOGIN.replace('smtp:', 'smtps:') : WITH_LOGIN;
    const url = `${scheme}:${await on({ ...GOOD, secure })}`;
    expect(await trial(trusting(url, GOOD))).toEqual({ ended: 'taken' });
  }
});

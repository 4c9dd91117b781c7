import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeSignUpLink } from '#domains/account/sign-up-host.ts';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import {
  firstSteps,
  areOperatorPagesOpen,
  checkOperatorLink,
  makeOperatorAccount,
  makeOperatorLink,
  operatorName,
  requireOperatorPassword,
} from '#domains/operator/operator-account.ts';
import {
  forgetOldOperatorSessions,
  readOperator,
  signOutOperator,
} from '#domains/operator/operator-sessions.ts';
import { OPERATOR_IDLE_MS, OPERATOR_SESSION_MS } from '#domains/operator/operator.ts';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { hashToken } from '#server/secrets.ts';
import { CLIENT } from '../support/cast.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeHost } from '../support/factories.ts';
import { OPERATOR, operatorLinkIn } from '../support/operator.ts';
import { operatorAccounts, tokenOf } from '../support/operator-accounts.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { onlyOnFile } from '../support/on-file.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

const { newToken, makeAccount, signIn } = operatorAccounts(() => rt);
const refusedWith = (status: number) => expect.objectContaining({ status }) as Error;

describe('a one-time address', () => {
  test('is stored as a hash, and works once', async () => {
    const token = await newToken();
    const { hash, purpose } = await rt.db
      .selectFrom('one_time_tokens')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect({ hash, purpose }).toEqual({ hash: hashToken(token), purpose: 'operator' });
    await makeOperatorAccount(rt, { token, ...OPERATOR }, CLIENT);
    await expect(checkOperatorLink(rt, token)).rejects.toEqual(refusedWith(410));
    await expect(makeOperatorAccount(rt, { token, ...OPERATOR }, CLIENT)).rejects.toEqual(
      refusedWith(410),
    );
  });

  test('makes one account, also when it is sent twice at once', async () => {
    const token = await newToken();
    const [first, second] = ['ichi@example.jp', 'ni@example.jp'].map((email) =>
      makeOperatorAccount(rt, { token, ...OPERATOR, email }, CLIENT),
    );
    const ended = await Promise.allSettled([first, second]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rt.db.selectFrom('operators').select('id').execute()).toHaveLength(1);
  });

  test('ends after a day, and when a new one is made', async () => {
    const old = await newToken();
    const token = await newToken();
    await expect(checkOperatorLink(rt, old)).rejects.toEqual(refusedWith(410));
    rt.clock.advance(DAY - HOUR);
    await checkOperatorLink(rt, token);
    rt.clock.advance(HOUR);
    await expect(checkOperatorLink(rt, token)).rejects.toEqual(refusedWith(410));
    await expect(checkOperatorLink(rt, 'AAAA')).rejects.toEqual(refusedWith(404));
  });

  test('is of no use as another link, nor another link as one', async () => {
    const link = await makeSignUpLink(rt, 'atarashii@example.jp');
    await expect(checkOperatorLink(rt, tokenOf(link))).rejects.toEqual(refusedWith(404));
  });

  test('is not made while the pages are closed', async () => {
    const closed = { ...rt, env: { ...rt.env, OPERATOR_PAGES: 'off' as const } };
    await expect(makeOperatorLink(closed)).rejects.toEqual(refusedWith(403));
    await makeAccount();
    expect([await areOperatorPagesOpen(rt), await areOperatorPagesOpen(closed)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the first start', () => {
  const hasLink = async (): Promise<boolean> =>
    (await rt.db.selectFrom('one_time_tokens').select('hash').execute()).length > 0;

  test('prints an address that works', async () => {
    const token = tokenOf(operatorLinkIn(await firstSteps(rt)));
    await expect(checkOperatorLink(rt, token)).resolves.toBeUndefined();
  });

  test('prints none once there is a facility', async () => {
    await makeHost(rt);
    expect(await firstSteps(rt)).toBe('');
    expect(await hasLink()).toBe(false);
  });

  test('leads to the pages once there is an account', async () => {
    await makeAccount();
    const words = await firstSteps(rt);
    expect(words).toContain('/operator\n');
    expect(words).not.toContain('token=');
  });

  test.each([
    [
      'closed pages',
      (own: TestRuntime) => ({ ...own, env: { ...own.env, OPERATOR_PAGES: 'off' } }),
    ],
    ['a demo', (own: TestRuntime) => ({ ...own, isDemo: true })],
  ])('with %s names the command only', async (_what, change) => {
    expect(await firstSteps(change(rt) as TestRuntime)).toContain('new-facility');
    expect(await hasLink()).toBe(false);
  });
});

describe('the account', () => {
  test('signs in, and out', async () => {
    await makeAccount();
    const token = await signIn();
    const operator = await readOperator(rt, token);
    expect(operator).toMatchObject({ email: OPERATOR.email, sessionId: hashToken(token) });
    if (operator) await signOutOperator(rt, operator);
    expect(await readOperator(rt, token)).toBeNull();
  });

  test('is replaced by a new address, and its sessions end', async () => {
    const before = await makeAccount();
    const after = await makeAccount({ email: 'tsugi@example.jp', password: 'tsuzuki-no-himitsu' });
    expect(await readOperator(rt, before)).toBeNull();
    expect(await readOperator(rt, after)).toMatchObject({ email: 'tsugi@example.jp' });
    await expect(signIn()).rejects.toEqual(refusedWith(401));
  });

  test('has sessions of twelve hours, however much they are used', async () => {
    const token = await makeAccount();
    const until = rt.clock.now().getTime() + OPERATOR_SESSION_MS;
    while (rt.clock.now().getTime() + OPERATOR_IDLE_MS < until) {
      rt.clock.advance(OPERATOR_IDLE_MS);
      expect(await readOperator(rt, token)).not.toBeNull();
    }
    rt.clock.advance(OPERATOR_IDLE_MS);
    expect(await readOperator(rt, token)).toBeNull();
    await forgetOldOperatorSessions(rt);
    expect(await rt.db.selectFrom('operator_sessions').select('id').execute()).toEqual([]);
  });

  test('has sessions that end after half an hour without use', async () => {
    const token = await makeAccount();
    rt.clock.advance(OPERATOR_IDLE_MS + 1);
    expect(await readOperator(rt, token)).toBeNull();
    await forgetOldOperatorSessions(rt);
    expect(await rt.db.selectFrom('operator_sessions').select('id').execute()).toEqual([]);
  });

  test('is not found by guessing, and the operator still gets in on a known device', async () => {
    await makeAccount();
    const statuses = new Set<number>();
    for (let n = 0; n < 22; n++) {
      const client = { ...CLIENT, address: `192.0.${n}.1` };
      await signIn({ password: `chigau-himitsu-${n}` }, client).catch((error: unknown) =>
        statuses.add((error as { status: number }).status),
      );
    }
    expect([...statuses]).toEqual([401, 429]);
    await expect(signIn()).rejects.toEqual(refusedWith(429));
    const device = issueDevice(rt.secrets, operatorName(OPERATOR.email));
    expect(await signIn({}, { ...CLIENT, device })).toBeDefined();
  });

  test('proves itself again for what cannot be undone', async () => {
    const operator = await readOperator(rt, await makeAccount());
    if (!operator) throw new Error('no session');
    const prove = (password: string) => requireOperatorPassword(rt, operator, password, CLIENT);
    await prove(OPERATOR.password);
    await expect(prove('chigau-himitsu')).rejects.toMatchObject({
      status: 422,
      errors: { currentPassword: [expect.any(String)] },
    });
  });

  test(
    'leaves neither password nor tokens in the data folder',
    onlyOnFile('the bytes of the file'),
    async () => {
      const link = await makeOperatorLink(rt);
      const session = await makeOperatorAccount(rt, { token: tokenOf(link), ...OPERATOR }, CLIENT);
      const bytes = readdirSync(rt.dataDir, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => readFileSync(path.join(rt.dataDir, name)).toString('latin1'))
        .join();
      expect(bytes).toContain(OPERATOR.email);
      for (const secret of [tokenOf(link), session, OPERATOR.password]) {
        expect(bytes).not.toContain(secret);
      }
    },
  );
});

describe('what the operator does', () => {
  const EVENTS: [action: string, act: () => Promise<unknown>][] = [
    ['operator.link_made', () => makeOperatorLink(rt)],
    ['operator.account_made', () => makeAccount()],
    ['operator.signed_in', () => makeAccount().then(() => signIn())],
    ['operator.sign_in_refused', () => signIn().catch(() => undefined)],
    [
      'operator.signed_out',
      async () => {
        const operator = await readOperator(rt, await makeAccount());
        if (operator) await signOutOperator(rt, operator);
      },
    ],
    ['operator.facility_invited', () => makeSignUpLink(rt, 'atarashii@example.jp')],
    ['operator.test_mail_sent', () => sendTrialMail(rt, 'tameshi@example.jp')],
  ];

  test.each(EVENTS)(
    '%s is recorded once, for no facility, without an address',
    async (action, act) => {
      await act();
      const rows = await readEvents(rt);
      expect(rows.filter((row) => row.action === action)).toMatchObject([
        { host_id: null, staff_id: null },
      ]);
      expect(JSON.stringify(rows)).not.toMatch(/@|example/);
    },
  );
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Holder } from '#domains/account/holder.ts';
import { holderKey, staffHolder } from '#domains/account/holder.ts';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { loginByPassword, loginBySecondStep } from '#domains/account/session/login.ts';
import type { Client } from '#domains/account/session/session.ts';
import { SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { signInOperator } from '#domains/operator/login-operator.ts';
import {
  makeOperatorAccount,
  makeOperatorLink,
  operatorName,
} from '#domains/operator/operator-account.ts';
import { takeTry } from '#server/rate-limit.ts';
import { appCode } from '../../support/app-code.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { MINUTE, SECOND } from '../../support/clock.ts';
import { readEvents } from '../../support/events.ts';
import { PASSWORD } from '../../support/factories.ts';
import { linkIn, mailsOf } from '../../support/mailbox.ts';
import { OPERATOR } from '../../support/operator.ts';
import { enrol } from '../../support/second-step.ts';
let email: string;

castEachTest();
beforeEach(() => {
  email = cast.general.email;
});

/** Wrong tries that an account has. */
const TRIES = { loginByAccount: 20, codesByAccount: 30 };

/** The effect of strangers' failures, without hashing. */
async function useUp(name: keyof typeof TRIES, who: string): Promise<void> {
  for (let n = 0; n < TRIES[name]; n++) await takeTry(rt.db, name, who, rt.clock.now());
}

const from = (n: number): Client => ({ ...CLIENT, address: `192.0.2.${n}` });
const signIn = (more: { password?: string; link?: string; email?: string } = {}, n = 50) =>
  loginByPassword(rt, { email, password: PASSWORD, ...more }, from(n));
const wayIns = async () => (await mailsOf(rt)).filter(({ kind }) => kind === 'way_in');
async function mailedLink(): Promise<string> {
  const mail = (await wayIns()).at(-1);
  if (!mail) throw new Error('no mail');
  return new URL(linkIn(mail)).searchParams.get('token') ?? '';
}
const refusedWith = (status: number): unknown => expect.objectContaining({ status });
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing refused',
    (error: unknown) => (error as Error).message,
  );

describe('while strangers’ failures hold an address back', () => {
  beforeEach(() => useUp('loginByAccount', email));

  test('the right password is mailed a link, which lets a browser in once', async () => {
    await expect(signIn()).rejects.toEqual(refusedWith(429));
    expect(await wayIns()).toMatchObject([{ recipient: email }]);
    const link = await mailedLink();
    expect(await signIn({ link })).toHaveProperty('tokens');
    await expect(signIn({ link })).rejects.toEqual(refusedWith(429));
  });

  test('wrong passwords and unknown addresses get the same words, and no mail', async () => {
    const words = [
      await messageOf(signIn()),
      await messageOf(signIn({ password: 'wrong' })),
      await messageOf(
        useUp('loginByAccount', 'x@example.jp').then(() => signIn({ email: 'x@example.jp' })),
      ),
    ];
    expect(new Set(words).size).toBe(1);
    expect(words[0]).toContain('メール');
    expect(await wayIns()).toHaveLength(1);
  });

  test('a mailed link does not replace the password, and allows twenty tries', async () => {
    await signIn().catch(() => undefined);
    const link = await mailedLink();
    for (let n = 0; n < 20; n++) {
      await expect(signIn({ link, password: 'wrong' }, n)).rejects.toEqual(refusedWith(401));
    }
    await expect(signIn({ link }, 60)).rejects.toEqual(refusedWith(429));
  });

  test('it lasts half an hour, and is for its own address', async () => {
    await signIn().catch(() => undefined);
    const link = await mailedLink();
    const { email: other } = cast.admin;
    await useUp('loginByAccount', other);
    await expect(signIn({ email: other, link })).rejects.toEqual(refusedWith(429));
    rt.clock.advance(30 * MINUTE);
    await expect(signIn({ link })).rejects.toEqual(refusedWith(429));
  });

  test('half an hour brings five mails at most, and one of them is always good', async () => {
    for (let n = 0; n < 8; n++) await signIn({}, n).catch(() => undefined);
    expect(await wayIns()).toHaveLength(5);
    rt.clock.advance(29 * MINUTE);
    await signIn().catch(() => undefined);
    expect(await wayIns()).toHaveLength(5);
    expect(await signIn({ link: await mailedLink() })).toHaveProperty('tokens');
    rt.clock.advance(MINUTE);
    await signIn().catch(() => undefined);
    expect(await wayIns()).toHaveLength(5 + 1);
  });

  test('the words say how long it lasts', async () => {
    rt.clock.advance(20 * MINUTE);
    expect(await messageOf(signIn())).toContain('40分ほどたってから');
    rt.clock.advance(40 * MINUTE);
    expect(await signIn()).toHaveProperty('tokens');
  });

  test('the link is kept as a hash', async () => {
    await signIn().catch(() => undefined);
    const rows = await rt.db.selectFrom('sign_in_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(await mailedLink());
  });

  test('it is in the history', async () => {
    await signIn().catch(() => undefined);
    expect(await readEvents(rt)).toContainEqual(
      expect.objectContaining({ action: 'session.held_back', target: cast.general.id }),
    );
  });
});

describe('who has an app', () => {
  let of: { holder: Holder; email: string };
  let secret: string;
  beforeEach(async () => {
    of = { holder: staffHolder(await signedIn(rt, cast.general)), email };
    ({ secret } = await enrol(rt, of));
    await useUp('loginByAccount', email);
  });
  const asked = async (client: Client = from(50), link?: string) => {
    const result = await loginByPassword(
      rt,
      { email, password: PASSWORD, ...(link && { link }) },
      client,
    );
    if (!('asked' in result)) throw new Error('not asked');
    return result;
  };
  const second = async (client: Client = from(50)) => {
    const { ticket } = (await asked(client)).asked;
    rt.clock.advance(30 * SECOND);
    const code = appCode(secret, rt.clock.now());
    return loginBySecondStep(rt, SecondStepInput.parse({ ticket, code }), client);
  };

  test('is asked for the code, however many strangers have failed', async () => {
    expect(await second()).toHaveProperty('tokens');
    expect(await wayIns()).toEqual([]);
  });

  test('is mailed a link when who knows the password has used up the codes', async () => {
    await useUp('codesByAccount', holderKey(of.holder));
    const words = await messageOf(second());
    expect(words).toContain('24時間ほど受け付けません');
    expect(words).toContain('予備のコードかパスキーなら、今すぐ');
    expect(await asked(from(51), await mailedLink())).toMatchObject({ isKnown: true });
    const device = issueDevice(rt.secrets, email);
    expect(await second({ ...from(51), device })).toHaveProperty('tokens');
  });
});

describe('the operator', () => {
  const login = (link?: string) =>
    signInOperator(rt, { ...OPERATOR, ...(link && { link }) }, from(50));

  test('is not kept out either', async () => {
    const link = new URL(await makeOperatorLink(rt)).searchParams.get('token') ?? '';
    await makeOperatorAccount(rt, { token: link, ...OPERATOR }, CLIENT);
    await useUp('loginByAccount', operatorName(OPERATOR.email));
    await expect(login()).rejects.toEqual(refusedWith(429));
    expect(await wayIns()).toMatchObject([{ recipient: OPERATOR.email }]);
    expect(await login(await mailedLink())).toHaveProperty('token');
  });
});

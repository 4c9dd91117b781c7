import { beforeEach, describe, expect, test } from 'vitest';
import { issueDevice, knownDevice } from '#domains/account/session/client-of.ts';
import { takeTry } from '#server/rate-limit.ts';
import { makeSecrets } from '#server/secrets.ts';
import { login } from '../../support/login.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { HOUR } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';
let email: string;

castEachTest();
beforeEach(() => {
  email = cast.general.email;
});

interface Try {
  password?: string;
  device?: string | null;
  address?: string;
}
const signIn = ({ password = PASSWORD, device = null, address = '192.0.2.50' }: Try = {}) =>
  login(rt, { email, password }, { ...CLIENT, address, device });

/** The effect of twenty failed attempts by strangers, without hashing. */
async function lockOut(): Promise<void> {
  for (let n = 0; n < 20; n++) {
    await takeTry(rt.db, 'loginByAccount', email, rt.clock.now());
  }
  await expect(signIn()).rejects.toMatchObject({ status: 429 });
}

test('twenty wrong passwords from strangers lock the account, but not for a known device', async () => {
  for (let n = 0; n < 20; n++) {
    const wrong = signIn({ password: 'wrong', address: `198.51.100.${n}` });
    await expect(wrong).rejects.toMatchObject({ status: 401 });
  }
  await expect(signIn()).rejects.toMatchObject({ status: 429 });
  expect(await signIn({ device: issueDevice(rt.secrets, email) })).toBeDefined();
});

describe('when strangers have locked an account (P11)', () => {
  beforeEach(lockOut);

  test('the lock applies to strangers while the owner signs in on a known device', async () => {
    expect(await signIn({ device: issueDevice(rt.secrets, email) })).toBeDefined();
    await expect(signIn()).rejects.toMatchObject({ status: 429 });
  });

  test.each<[string, () => string]>([
    ['of a colleague', () => issueDevice(rt.secrets, cast.admin.email)],
    ['made with another secret', () => issueDevice(makeSecrets('x'.repeat(32)), email)],
    ['with another number', () => `A${issueDevice(rt.secrets, email)}`],
    ['without a signature', () => issueDevice(rt.secrets, email).split('.')[0] ?? ''],
    ['with an empty signature', () => `${issueDevice(rt.secrets, email).split('.')[0] ?? ''}.`],
    ['of nonsense', () => '..%00..'],
    ['that is empty', () => ''],
  ])('a mark %s does not help', async (_name, device) => {
    await expect(signIn({ device: device() })).rejects.toMatchObject({ status: 429 });
  });

  test('a known device is not a key: a wrong password is wrong', async () => {
    const device = issueDevice(rt.secrets, email);
    await expect(signIn({ password: 'wrong', device })).rejects.toMatchObject({ status: 401 });
  });
});

describe("the device's own limit", () => {
  const fail = async (times: number, device: string) => {
    for (let n = 0; n < times; n++) {
      await expect(signIn({ password: 'wrong', device })).rejects.toMatchObject({ status: 401 });
    }
  };

  test('is twenty an hour; then the device is locked out like a stranger', async () => {
    const device = issueDevice(rt.secrets, email);
    await fail(20, device);
    await lockOut();
    await expect(signIn({ device })).rejects.toMatchObject({ status: 429 });
    rt.clock.advance(HOUR);
    expect(await signIn({ device })).toBeDefined();
  });

  test("uses nothing of the account's limit while it lasts", async () => {
    await fail(20, issueDevice(rt.secrets, email));
    expect(await signIn()).toBeDefined();
  });

  test('is reset once the owner has signed in', async () => {
    const device = issueDevice(rt.secrets, email);
    await fail(9, device);
    await signIn({ device });
    await fail(9, device);
    await lockOut();
    expect(await signIn({ device })).toBeDefined();
  });

  test('of one device does not apply to another', async () => {
    await fail(20, issueDevice(rt.secrets, email));
    await lockOut();
    expect(await signIn({ device: issueDevice(rt.secrets, email) })).toBeDefined();
  });
});

test('a shared tablet is known for everyone who has signed in on it', () => {
  const first = issueDevice(rt.secrets, cast.admin.email);
  const both = issueDevice(rt.secrets, email, first);
  expect(knownDevice(rt.secrets, both, email)).not.toBeNull();
  expect(knownDevice(rt.secrets, both, cast.admin.email)).not.toBeNull();
  expect(knownDevice(rt.secrets, first, email)).toBeNull();
});

test('a device keeps the marks of the last eight people', () => {
  let device: string | null = null;
  for (let n = 0; n < 9; n++) device = issueDevice(rt.secrets, `n${n}@example.jp`, device);
  expect(knownDevice(rt.secrets, device, 'n8@example.jp')).not.toBeNull();
  expect(knownDevice(rt.secrets, device, 'n1@example.jp')).not.toBeNull();
  expect(knownDevice(rt.secrets, device, 'n0@example.jp')).toBeNull();
});

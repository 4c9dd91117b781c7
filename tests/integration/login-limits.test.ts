import { describe, expect, test } from 'vitest';
import { takeTry } from '#server/rate-limit.ts';
import { login } from '../support/login.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { CLIENT } from '../support/cast.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { PASSWORD } from '../support/factories.ts';

castEachTest();

const signIn = (password = PASSWORD, email = cast.general.email, address = CLIENT.address) =>
  login(rt, { email, password }, { ...CLIENT, address });

describe('limits', () => {
  const fail = async (times: number, email: string, address?: string) => {
    for (let n = 0; n < times; n++) await signIn('wrong', email, address).catch(() => undefined);
  };

  test('ten failures from one address in three minutes, then 429 with the wait', async () => {
    await fail(10, 'unknown@example.jp');
    await expect(signIn()).rejects.toMatchObject({ status: 429, retryAfter: 180 });
    expect(await signIn(PASSWORD, cast.general.email, '192.0.2.99')).toBeDefined();
    rt.clock.advance(3 * MINUTE);
    expect(await signIn()).toBeDefined();
  });

  test('twenty failures on one account in an hour, from anywhere', async () => {
    for (const address of ['192.0.2.11', '192.0.2.12']) {
      await fail(10, cast.general.email, address);
    }
    await expect(signIn(PASSWORD, cast.general.email, '192.0.2.13')).rejects.toMatchObject({
      status: 429,
    });
    expect(await signIn(PASSWORD, cast.admin.email, '192.0.2.13')).toBeDefined();
    rt.clock.advance(HOUR);
    expect(await signIn(PASSWORD, cast.general.email, '192.0.2.13')).toBeDefined();
  });

  test("signing in resets the account's failures", async () => {
    await fail(9, cast.general.email, '192.0.2.11');
    await fail(9, cast.general.email, '192.0.2.12');
    await signIn();
    await fail(9, cast.general.email, '192.0.2.13');
    expect(await signIn(PASSWORD, cast.general.email, '192.0.2.14')).toBeDefined();
  });

  test('concurrent attempts do not exceed the limit', async () => {
    const all = Array.from({ length: 30 }, () => signIn('wrong').catch((error: unknown) => error));
    const statuses = (await Promise.all(all)).map((error) => (error as { status: number }).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // Two running and ten waiting; the rest of one network are refused.
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(statuses.filter((status) => status === 503)).toHaveLength(18);
  });

  test.each([
    ['203.0.113.0/24', '203.0.113.200', '203.0.114.200'],
    ['2001:db8:7::/48', '2001:db8:7:ab00::/56', '2001:db8:8::/56'],
  ])('a hundred failures in %s, from any address', async (network, inside, outside) => {
    for (let n = 0; n < 100; n++) {
      await takeTry(rt.db, 'loginByNetwork', network, rt.clock.now());
    }
    await expect(signIn(PASSWORD, cast.general.email, inside)).rejects.toMatchObject({
      status: 429,
    });
    expect(await signIn(PASSWORD, cast.general.email, outside)).toBeDefined();
    rt.clock.advance(3 * MINUTE);
    expect(await signIn(PASSWORD, cast.general.email, inside)).toBeDefined();
  });

  test('signing in resets nothing of the address', async () => {
    for (let n = 0; n < 12; n++) await signIn();
    await fail(9, 'unknown@example.jp');
    expect(await signIn()).toBeDefined();
  });
});

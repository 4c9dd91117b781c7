import { beforeEach, expect, test, vi } from 'vitest';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import type { TokenPair } from '#domains/account/session/session.ts';
import { requestPasswordReset, resetPassword } from '#domains/account/password/reset-password.ts';
import { updateProfile } from '#domains/account/manage-staff.ts';
import { login } from '../../support/login.ts';
import { mailedToken } from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { PASSWORD } from '../../support/factories.ts';

/** Runs between the password check and its use. */
let meanwhile: (() => Promise<unknown>) | undefined;
vi.mock(import('#domains/account/password/password.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    withPasswords: (place, work) =>
      real.withPasswords(place, (passwords) =>
        work({
          ...passwords,
          async verify(hash, password) {
            const right = await passwords.verify(hash, password);
            await meanwhile?.();
            return right;
          },
        }),
      ),
  };
});

const NEW = 'aki-no-kaze-ga-suzushii';

castEachTest();
beforeEach(() => {
  meanwhile = undefined;
});

const signIn = (password = PASSWORD): Promise<TokenPair> =>
  login(rt, { email: cast.general.email, password }, CLIENT);

async function reset(): Promise<void> {
  const { email } = cast.general;
  await requestPasswordReset(rt, { email }, CLIENT);
  await resetPassword(rt, {
    token: await mailedToken(rt, 'password_reset', email),
    password: NEW,
  });
}

test('signing in with the old password during a reset fails', async () => {
  meanwhile = reset;
  await expect(signIn()).rejects.toMatchObject({ status: 401 });
  expect(await rt.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  meanwhile = undefined;
  expect(await authenticate(rt, (await signIn(NEW)).access_token)).not.toBeNull();
});

test('changing the password during a reset has no effect', async () => {
  const thief = await signedIn(rt, cast.general);
  meanwhile = reset;
  const change = { currentPassword: PASSWORD, password: 'the-password-of-a-thief' };
  await expect(updateProfile(rt, thief, change)).rejects.toMatchObject({ status: 422 });
  meanwhile = undefined;
  expect(await signIn(NEW)).toBeDefined();
});

test('signing in while being removed is refused without a 500', async () => {
  meanwhile = () => rt.db.deleteFrom('staffs').where('id', '=', cast.general.id).execute();
  await expect(signIn()).rejects.toMatchObject({ status: 401 });
});

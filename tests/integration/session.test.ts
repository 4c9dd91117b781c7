import { describe, expect, test } from 'vitest';
import {
  authenticate,
  authenticateByRefreshToken,
  deleteExpiredSessions,
  logout,
  refresh,
} from '#domains/account/session/session-lifecycle.ts';
import { login } from '../support/login.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { CLIENT } from '../support/cast.ts';
import { DAY, MINUTE, SECOND } from '../support/clock.ts';
import { PASSWORD, makeStaff } from '../support/factories.ts';
import { refuseUpdates } from '../support/refused-updates.ts';

castEachTest();

const signIn = (password = PASSWORD, email = cast.general.email, address = CLIENT.address) =>
  login(rt, { email, password }, { ...CLIENT, address });

describe('signing in', () => {
  test('returns both tokens, and the access token authenticates the user', async () => {
    const tokens = await signIn();
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({
      id: cast.general.id,
      role: 'general',
      isAdmin: false,
      userType: 'staff',
      scope: ['staff'],
      host: { id: cast.host.id, isActive: true },
    });
  });

  test('gives admins the scope admin', async () => {
    const tokens = await signIn(PASSWORD, cast.admin.email);
    const actor = await authenticate(rt, tokens.access_token);
    expect(actor?.scope).toEqual(['staff', 'admin']);
  });

  test('has the same message for an unknown address and a wrong password', async () => {
    const wrong = await signIn('wrong').catch((error: unknown) => error);
    const unknown = await signIn('wrong', 'unknown@example.jp').catch((error: unknown) => error);
    expect(wrong).toMatchObject({ status: 401 });
    expect(unknown).toMatchObject({ status: 401, message: (wrong as Error).message });
  });

  test('refuses a pending sign-up', async () => {
    const pending = await makeStaff(rt, cast.host.id, { confirmed_at: null });
    await expect(signIn(PASSWORD, pending.email)).rejects.toMatchObject({ status: 401 });
  });

  test('stores no token, only the hash of one', async () => {
    const { refresh_token } = await signIn();
    const [sessionToken = ''] = refresh_token.split('.');
    const sessions = await rt.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(sessionToken);
  });
});

describe('refreshing', () => {
  test('rotates: the new pair works and carries the same session', async () => {
    const first = await signIn();
    const second = await refresh(rt, first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const actor = await authenticate(rt, second.access_token);
    expect(actor?.sessionId).toBe((await authenticate(rt, first.access_token))?.sessionId);
  });

  test('a second use within 30 seconds returns the same successor', async () => {
    const first = await signIn();
    const second = await refresh(rt, first.refresh_token);
    rt.clock.advance(30 * SECOND);
    expect((await refresh(rt, first.refresh_token)).refresh_token).toBe(second.refresh_token);
  });

  test('two at once return the same successor', async () => {
    const first = await signIn();
    const [a, b] = await Promise.all([
      refresh(rt, first.refresh_token),
      refresh(rt, first.refresh_token),
    ]);
    expect(a.refresh_token).toBe(b.refresh_token);
  });

  test('later reuse means theft: the whole session ends', async () => {
    const first = await signIn();
    const second = await refresh(rt, first.refresh_token);
    rt.clock.advance(31 * SECOND);
    await expect(refresh(rt, first.refresh_token)).rejects.toMatchObject({ status: 401 });
    await expect(refresh(rt, second.refresh_token)).rejects.toMatchObject({ status: 401 });
    expect(await authenticate(rt, second.access_token)).toBeNull();
  });

  test('an old generation ends the session even within 30 seconds of the latest', async () => {
    const first = await signIn();
    const second = await refresh(rt, first.refresh_token);
    await refresh(rt, second.refresh_token);
    await expect(refresh(rt, first.refresh_token)).rejects.toMatchObject({ status: 401 });
    expect(await authenticate(rt, second.access_token)).toBeNull();
  });

  test.each(['', 'x', 'a.0.b', `${'a'.repeat(27)}.0.${'b'.repeat(22)}`])(
    'refuses %j',
    async (token) => {
      await expect(refresh(rt, token)).rejects.toMatchObject({ status: 401 });
    },
  );
});

describe('a refresh token in a picture request', () => {
  test('is valid while it is the newest, and for 30 seconds after', async () => {
    const first = await signIn();
    expect(await authenticateByRefreshToken(rt, first.refresh_token)).not.toBeNull();
    const second = await refresh(rt, first.refresh_token);
    rt.clock.advance(30 * SECOND);
    expect(await authenticateByRefreshToken(rt, first.refresh_token)).not.toBeNull();
    rt.clock.advance(SECOND);
    expect(await authenticateByRefreshToken(rt, first.refresh_token)).toBeNull();
    expect(await authenticateByRefreshToken(rt, second.refresh_token)).not.toBeNull();
  });
});

test('a visit that cannot be recorded still works (P3)', async () => {
  const tokens = await signIn();
  await refuseUpdates(rt.db, 'staffs');
  expect(await authenticate(rt, tokens.access_token)).toMatchObject({ id: cast.general.id });
});

describe('lifetimes', () => {
  test('the access token expires after 15 minutes, the session does not', async () => {
    const tokens = await signIn();
    rt.clock.advance(15 * MINUTE + SECOND);
    expect(await authenticate(rt, tokens.access_token)).toBeNull();
    expect(await refresh(rt, tokens.refresh_token)).toBeDefined();
  });

  test('ten days without a visit end the session', async () => {
    const tokens = await signIn();
    rt.clock.advance(10 * DAY + SECOND);
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
  });

  test('use extends it, but never beyond 90 days', async () => {
    let tokens = await signIn();
    for (let day = 9; day <= 90; day += 9) {
      rt.clock.advance(9 * DAY);
      tokens = await refresh(rt, tokens.refresh_token);
    }
    rt.clock.advance(SECOND);
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
  });

  test('the sweep deletes what has expired and keeps the rest', async () => {
    await signIn();
    rt.clock.advance(6 * DAY);
    await signIn();
    rt.clock.advance(5 * DAY);
    await deleteExpiredSessions(rt);
    expect(await rt.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });
});

describe('ending', () => {
  test('signing out ends the session for both tokens, and can be repeated', async () => {
    const tokens = await signIn();
    const given = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
    await logout(rt, given);
    await logout(rt, given);
    expect(await authenticate(rt, tokens.access_token)).toBeNull();
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
    expect(await authenticateByRefreshToken(rt, tokens.refresh_token)).toBeNull();
  });

  test('signing out elsewhere leaves this session alone', async () => {
    const here = await signIn();
    const there = await signIn();
    await logout(rt, { accessToken: there.access_token, refreshToken: null });
    expect(await authenticate(rt, here.access_token)).not.toBeNull();
  });

  test('a removed member is signed out with the next request (P10)', async () => {
    const tokens = await signIn();
    await rt.db.deleteFrom('staffs').where('id', '=', cast.general.id).execute();
    expect(await authenticate(rt, tokens.access_token)).toBeNull();
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
  });

  test('a change of role applies with the next request (P10)', async () => {
    const tokens = await signIn(PASSWORD, cast.admin.email);
    await rt.db
      .updateTable('staffs')
      .set({ role: 'general' })
      .where('id', '=', cast.admin.id)
      .execute();
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({
      isAdmin: false,
      scope: ['staff'],
    });
  });

  test('the end of a trial makes the host inactive for signed-in users', async () => {
    const tokens = await signIn();
    await rt.db
      .updateTable('hosts')
      .set({ trial_ends_at: rt.clock.now().toISOString() })
      .where('id', '=', cast.host.id)
      .execute();
    expect((await authenticate(rt, tokens.access_token))?.host.isActive).toBe(false);
  });
});

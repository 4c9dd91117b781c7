import { expect, test } from 'vitest';
import {
  endOneSession,
  endOtherSessions,
  readOwnSessions,
} from '#domains/account/session/signed-in-devices.ts';
import { authenticate, refresh } from '#domains/account/session/session-lifecycle.ts';
import type { TokenPair } from '#domains/account/session/session.ts';
import { login } from '../../support/login.ts';
import { actorOf } from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { DAY, MINUTE } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

castEachTest();

const signIn = (userAgent = '', { email } = cast.general): Promise<TokenPair> =>
  login(rt, { email, password: PASSWORD }, { ...CLIENT, userAgent });
const list = async (tokens: TokenPair) => readOwnSessions(rt, await actorOf(rt, tokens));

test("the list shows one's own sessions, this one first, with their last use", async () => {
  const here = await signIn(ANDROID);
  const startedAt = new Date().toISOString();
  rt.clock.advance(5 * MINUTE);
  const there = await signIn();
  const thereAt = new Date().toISOString();
  await signIn('', cast.admin);
  rt.clock.advance(5 * MINUTE);
  const renewed = await refresh(rt, here.refresh_token);
  expect(await list(renewed)).toMatchObject([
    {
      device: 'Android（Chrome）',
      startedAt,
      lastUsedAt: new Date().toISOString(),
      isThisOne: true,
    },
    { device: '不明な端末', startedAt: thereAt, lastUsedAt: thereAt, isThisOne: false },
  ]);
  expect((await list(there)).map(({ isThisOne }) => isThisOne)).toEqual([true, false]);
});

test("one ends alone; a colleague's does not exist", async () => {
  const [there, here] = [await signIn(ANDROID), await signIn()];
  const colleague = await signIn('', cast.admin);
  const actor = await actorOf(rt, here);
  const [mine = '', theirs = ''] = [await actorOf(rt, there), await actorOf(rt, colleague)].map(
    ({ sessionId }) => sessionId,
  );
  await expect(endOneSession(rt, actor, theirs)).rejects.toMatchObject({ status: 404 });
  await endOneSession(rt, actor, mine);
  expect(await authenticate(rt, there.access_token)).toBeNull();
  expect(await list(here)).toHaveLength(1);
});

test('an expired session is not listed', async () => {
  await signIn(ANDROID);
  rt.clock.advance(10 * DAY);
  expect(await list(await signIn())).toHaveLength(1);
});

test("the others end at once; this one and colleagues' stay", async () => {
  const [first, second, here] = [await signIn(), await signIn(), await signIn()];
  const colleague = await signIn('', cast.admin);
  await endOtherSessions(rt, await actorOf(rt, here));
  for (const tokens of [first, second]) {
    expect(await authenticate(rt, tokens.access_token)).toBeNull();
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
  }
  expect(await list(here)).toHaveLength(1);
  expect(await authenticate(rt, colleague.access_token)).not.toBeNull();
});

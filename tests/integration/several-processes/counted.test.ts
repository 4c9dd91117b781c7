import { beforeEach, expect, test } from 'vitest';
import { openLink, readLinkKey, requireLink } from '#domains/letter/link.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { makeAlerts } from '#domains/operator/alert.ts';
import { authenticate, logout } from '#domains/account/session/session-lifecycle.ts';
import { requestPasswordReset, resetPassword } from '#domains/account/password/reset-password.ts';
import type { OutgoingMail } from '../../support/sender.ts';
import type { Runtime } from '#server/runtime.ts';
import { login } from '../../support/login.ts';
import { openBeside } from '../../../commands/admin/open.ts';
import { mailedToken } from '../../support/accounts.ts';
import type { Cast } from '../../support/cast.ts';
import { CLIENT, makeCast, signedIn } from '../../support/cast.ts';
import { HOUR, MINUTE } from '../../support/clock.ts';
import { PASSWORD, makeLetter } from '../../support/factories.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';

/** Two processes with connections of their own. */
let here: TestRuntime;
let there: Runtime;
let cast: Cast;
beforeEach(async () => {
  here = await makeRuntime({ OPERATOR_EMAIL: 'info@example.jp', READY_FREE_MB: '1000000' });
  there = { ...(await openBeside(here.env)), clock: here.clock };
  cast = await makeCast(here);
  return () => there.close();
});

const signIn = (rt: Runtime, password = PASSWORD) =>
  login(rt, { email: cast.general.email, password }, CLIENT);

test('guesses count together', async () => {
  for (let n = 0; n < 10; n++) {
    const rt = n % 2 === 0 ? here : there;
    await expect(signIn(rt, 'wrong')).rejects.toMatchObject({ status: 401 });
  }
  for (const rt of [here, there]) {
    await expect(signIn(rt)).rejects.toMatchObject({ status: 429 });
  }
});

test('a session that ended in one is over in the other with the next request', async () => {
  const { access_token: accessToken } = await signIn(here);
  expect(await authenticate(there, accessToken)).toMatchObject({ id: cast.general.id });
  await logout(there, { accessToken, refreshToken: null });
  expect(await authenticate(here, accessToken)).toBeNull();
});

test('a mailed link works once', async () => {
  await requestPasswordReset(here, { email: cast.general.email }, CLIENT);
  const token = await mailedToken(here, 'password_reset', cast.general.email);
  await resetPassword(there, { token, password: 'aki-no-kaze-ga-suzushii' });
  const again = resetPassword(here, { token, password: 'fuyu-no-kaze-ga-tsumetai' });
  await expect(again).rejects.toMatchObject({ status: 410 });
});

test("a family's link that one renews is dead in the other", async () => {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  expect(await openLink(there, tokens)).not.toBeNull();
  await changeFamily(here, await signedIn(here, cast.admin), cast.family.id, { rotateToken: true });
  expect(await openLink(there, tokens)).toBeNull();
});

test('wrong links count together', async () => {
  const wrong = new URLSearchParams({ resident_token: 'x', family_token: 'y' });
  for (let n = 0; n < 30; n++) {
    const trying = requireLink(n % 2 === 0 ? here : there, wrong);
    await expect(trying).rejects.toMatchObject({ status: 401 });
  }
  for (const rt of [here, there]) {
    await expect(requireLink(rt, wrong)).rejects.toMatchObject({ status: 429 });
  }
});

test('what one writes ends what the other has cached', async () => {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const keys = async () => [await readLinkKey(here, tokens), await readLinkKey(there, tokens)];
  const [before] = await keys();
  await makeLetter({ db: there.db, clock: there.clock }, cast.host.id, 202609);
  const after = await keys();
  expect(after[0]).toBe(after[1]);
  expect(after[0]).not.toBe(before);
});

test('of what both see, the operator is told once', async () => {
  const told: OutgoingMail[] = [];
  const mailer = {
    ...here.mailer,
    send: (mail: OutgoingMail) => Promise.resolve(void told.push(mail)),
  };
  const looks = [makeAlerts({ ...here, mailer }), makeAlerts({ ...there, mailer })];
  for (let passed = 0; passed < HOUR; passed += 5 * MINUTE) {
    for (const look of looks) await look();
    here.clock.advance(5 * MINUTE);
  }
  expect(told).toHaveLength(1);
});

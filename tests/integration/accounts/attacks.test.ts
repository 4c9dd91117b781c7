import { beforeEach, describe, expect, test } from 'vitest';
import { endOtherSessions } from '../../../src/features/session/own-sessions.service.ts';
import {
  confirmEmailChange,
  requestEmailChange,
} from '../../../src/features/staff/email.service.ts';
import {
  requestPasswordReset,
  resetPassword,
} from '../../../src/features/staff/password.service.ts';
import {
  changeRole,
  removeStaff,
  updateProfile,
} from '../../../src/features/staff/staff.service.ts';
import { CLIENT, makeCast, signedIn } from '../../support/cast.ts';
import type { Cast } from '../../support/cast.ts';
import { PASSWORD, makeStaff } from '../../support/factories.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';

/** What somebody could still do who should not: attacks tried by hand, kept as tests. */

let rt: TestRuntime;
let cast: Cast;
beforeEach(async () => {
  rt = await makeRuntime();
  cast = await makeCast(rt);
});

const NEW_PASSWORD = 'mizu-to-hana-no-iro';
const mailTo = (email: string) =>
  rt.db
    .selectFrom('outbox')
    .select(['kind', 'text'])
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
const tokenTo = async (email: string): Promise<string> =>
  /token=(\w+)/.exec((await mailTo(email))?.text ?? '')?.[1] ?? '';

describe('a change of e-mail that a thief asked for', () => {
  const thief = 'thief@example.jp';
  const steal = async (): Promise<string> => {
    const actor = await signedIn(rt, cast.general);
    await requestEmailChange(rt, actor, { email: thief }, CLIENT);
    return tokenTo(thief);
  };

  test('ends with a reset of the password', async () => {
    const stolen = await steal();
    await requestPasswordReset(rt, { email: cast.general.email }, CLIENT);
    const token = await tokenTo(cast.general.email);
    await resetPassword(rt, { token, password: NEW_PASSWORD });
    await expect(confirmEmailChange(rt, stolen)).rejects.toMatchObject({ status: 410 });
  });

  test('ends with a new password', async () => {
    const stolen = await steal();
    const actor = await signedIn(rt, cast.general);
    await updateProfile(rt, actor, { currentPassword: PASSWORD, password: NEW_PASSWORD });
    await expect(confirmEmailChange(rt, stolen)).rejects.toMatchObject({ status: 410 });
  });

  test('ends with signing out everywhere else', async () => {
    const stolen = await steal();
    await endOtherSessions(rt, await signedIn(rt, cast.general));
    await expect(confirmEmailChange(rt, stolen)).rejects.toMatchObject({ status: 410 });
  });
});

describe('two admins at one moment', () => {
  test('only the first of those who take each other out may', async () => {
    const other = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const third = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const [one, two] = [await signedIn(rt, other), await signedIn(rt, third)];
    await removeStaff(rt, one, third.id);
    await expect(removeStaff(rt, two, other.id)).rejects.toMatchObject({ status: 403 });
    await changeRole(rt, await signedIn(rt, cast.admin), other.id, 'general');
    const promoted = changeRole(rt, one, cast.general.id, 'admin');
    await expect(promoted).rejects.toMatchObject({ status: 403 });
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { renewInvitation } from '#domains/account/invite.ts';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { refresh } from '#domains/account/session/session-lifecycle.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import { requestPasswordReset, resetPassword } from '#domains/account/password/reset-password.ts';
import { login } from '../../support/login.ts';
import {
  PERSON,
  askToJoin,
  invitationOf,
  join,
  mailedToken,
  readMails,
  signUpHost,
} from '../../support/accounts.ts';
import { CLIENT } from '../../support/cast.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { onlyOnFile } from '../../support/on-file.ts';

const NEW_PASSWORD = 'aki-no-kaze-ga-suzushii';

/** Uses every way to an account. @returns all secrets, by name */
async function live(rt: TestRuntime) {
  const host = await signUpHost(rt, 'admin@example.jp');
  await renewInvitation(rt, host.actor);
  const invitation = await invitationOf(rt, host.actor);
  const { actor } = await join(rt, invitation, 'general@example.jp');
  const pending = await askToJoin(rt, invitation, 'pending@example.jp');
  await requestPasswordReset(rt, actor, CLIENT);
  const used = await mailedToken(rt, 'password_reset', actor.email);
  await resetPassword(rt, { token: used, password: NEW_PASSWORD });
  const device = issueDevice(rt.secrets, actor.email);
  const login_ = { email: actor.email, password: NEW_PASSWORD };
  const tokens = await refresh(rt, (await login(rt, login_, { ...CLIENT, device })).refresh_token);
  await login(rt, { ...login_, password: 'a-wrong-one-2026' }, CLIENT).catch(() => undefined);
  await requestEmailChange(
    rt,
    actor,
    { email: 'next@example.jp', currentPassword: NEW_PASSWORD },
    CLIENT,
  );
  return {
    mailed: {
      host: await mailedToken(rt, 'host_sign_up', 'admin@example.jp'),
      pending,
      used,
      email: await mailedToken(rt, 'email_change', 'next@example.jp'),
    },
    kept: {
      invitation,
      password: PERSON.password,
      newPassword: NEW_PASSWORD,
      wrongPassword: 'a-wrong-one-2026',
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      sessionToken: tokens.refresh_token.split('.')[0] ?? '',
      firstSession: host.tokens.refresh_token.split('.')[0] ?? '',
      device: device.split('.')[0] ?? '',
    },
  };
}

/** Every row of every table, except the text of mails. */
async function dump({ db }: TestRuntime): Promise<string> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const rows = tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(db));
  const all = (await Promise.all(rows)).flatMap((result) => result.rows as object[]);
  return JSON.stringify(all.map((row) => ({ ...row, text: '', html: '', content: '' })));
}

const found = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name);

test('passwords and tokens are not stored in plain text, except in mails', async () => {
  const rt = await makeRuntime();
  const { mailed, kept } = await live(rt);
  const rows = await dump(rt);
  expect(rows).toContain('general@example.jp');
  expect(found(rows, { ...mailed, ...kept })).toEqual([]);
  const mails = JSON.stringify(await readMails(rt));
  expect(found(mails, mailed)).toEqual(Object.keys(mailed));
  expect(found(mails, kept)).toEqual([]);
});

test('nor in any file of the data folder', onlyOnFile('the bytes of the file'), async () => {
  const rt = await makeRuntime();
  const { mailed, kept } = await live(rt);
  const files = readdirSync(rt.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  const bytes = files.join('\n');
  expect(found(bytes, mailed)).toEqual(Object.keys(mailed));
  expect(found(bytes, kept)).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { requestHostSignUp, resendHostConfirmation } from '#domains/account/sign-up-host.ts';
import { renewInvitation } from '#domains/account/invite.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import { requestPasswordReset } from '#domains/account/password/reset-password.ts';
import type { Client } from '#domains/account/session/session.ts';
import { requestStaffSignUp, resendStaffConfirmation } from '#domains/account/sign-up-staff.ts';
import { invitationOf, readMails } from '../../support/accounts.ts';
import { castEachTest, rt, cast, admin as actor } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { MINUTE } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';

const UNKNOWN = 'unknown@example.jp';
let invitation: string;

castEachTest(['admin']);
beforeEach(async () => {
  await renewInvitation(rt, actor);
  invitation = await invitationOf(rt, actor);
});

/** Every way to have a mail sent. */
const WAYS: Record<string, (email: string, client?: Client) => Promise<void>> = {
  'a facility signs up': (email, client = CLIENT) => requestHostSignUp(rt, { email }, client),
  'a facility asks again': (email, client = CLIENT) =>
    resendHostConfirmation(rt, { email }, client),
  'a colleague signs up': (email, client = CLIENT) =>
    requestStaffSignUp(rt, { email, invitation }, client),
  'a colleague asks again': (email, client = CLIENT) =>
    resendStaffConfirmation(rt, { email }, client),
  'a password is reset': (email, client = CLIENT) => requestPasswordReset(rt, { email }, client),
  'an address is changed': (email, client = CLIENT) =>
    requestEmailChange(rt, actor, { email, currentPassword: PASSWORD }, client),
};

describe.each(Object.entries(WAYS))('%s', (_way, ask) => {
  test.each([
    ['known', () => cast.general.email],
    ['unknown', () => UNKNOWN],
  ])(
    'five times in thirty minutes to an address that is %s, then 429 with the wait',
    async (_k, emailOf) => {
      for (let n = 0; n < 5; n++) await ask(emailOf());
      const before = (await readMails(rt)).length;
      rt.clock.advance(10 * MINUTE);
      await expect(ask(emailOf())).rejects.toMatchObject({ status: 429, retryAfter: 20 * 60 });
      expect(await readMails(rt)).toHaveLength(before);
      await ask('someone-else@example.jp');
      rt.clock.advance(20 * MINUTE);
      await ask(emailOf());
    },
  );
});

const from = (n: number): Client => ({ ...CLIENT, address: `198.51.100.${n}` });

test.each(Object.keys(WAYS))(
  'a mailbox that strangers used up in every other way still gets its mail: %s',
  async (way) => {
    const { email } = cast.general;
    for (const [other, ask] of Object.entries(WAYS)) {
      if (other === way) continue;
      for (let n = 0; n < 5; n++) await ask(email, from(n));
      await expect(ask(email, from(99))).rejects.toMatchObject({ status: 429 });
    }
    const before = (await readMails(rt)).length;
    await WAYS[way]?.(email, from(100));
    // Nothing waits to be confirmed again: the answer is the same, without a mail.
    const isMailed = !way.includes('again');
    expect((await readMails(rt)).length > before).toBe(isMailed);
  },
);

test.each([
  ['tags', (n: number) => `victim+${n}@example.jp`],
  ['dots, at Gmail', (n: number) => `v${'.'.repeat(n)}ictim@gmail.com`],
])('one mailbox has one count, whatever its spelling: %s', async (_how, spell) => {
  const asked = Array.from({ length: 40 }, (_, n) =>
    requestHostSignUp(rt, { email: spell(n) }, CLIENT),
  );
  const results = await Promise.allSettled(asked);
  const sent = results.filter(({ status }) => status === 'fulfilled').length;
  expect(sent).toBe(5);
  expect((await readMails(rt)).map(({ kind }) => kind)).toEqual(Array(sent).fill('host_sign_up'));
});

test.each([
  ['on its trial', '2026-11-01T00:00:00.000Z', 30],
  ['in good standing', null, 300],
])('a facility %s can invite that many strangers a day', async (_how, trial_ends_at, most) => {
  await rt.db.updateTable('hosts').set({ trial_ends_at }).execute();
  const ask = (n: number) =>
    requestStaffSignUp(rt, { email: `stranger${n}@example.jp`, invitation }, from(n));
  for (let n = 0; n < most; n++) await ask(n);
  await expect(ask(most)).rejects.toMatchObject({ status: 429, retryAfter: 24 * 60 * 60 });
  expect(await readMails(rt)).toHaveLength(most);
  // Whoever has the QR code keeps no admin from changing an address.
  const change = { email: 'other@example.jp', currentPassword: PASSWORD };
  await requestEmailChange(rt, actor, change, CLIENT);
});

test('an account is found by its own spelling only', async () => {
  await requestPasswordReset(rt, { email: cast.general.email.replace('@', '+x@') }, CLIENT);
  expect(await readMails(rt)).toEqual([]);
});

test('one network can request three hundred in thirty minutes', async () => {
  const ask = (n: number, client = CLIENT) =>
    requestPasswordReset(rt, { email: `unknown${n}@example.jp` }, client);
  for (let n = 0; n < 300; n++) await ask(n);
  await expect(ask(1000)).rejects.toMatchObject({ status: 429, retryAfter: 30 * 60 });
  await ask(1000, { ...CLIENT, address: '192.0.2.99' });
  await requestHostSignUp(rt, { email: UNKNOWN }, CLIENT);
});

import { requestHostSignUp, resendHostConfirmation } from '#domains/account/sign-up-host.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import { requestPasswordReset } from '#domains/account/password/reset-password.ts';
import { requestStaffSignUp, resendStaffConfirmation } from '#domains/account/sign-up-staff.ts';
import type { MailKind } from '#domains/mail/mail.ts';
import { readMails, staffRow } from '../accounts.ts';
import { CLIENT } from '../cast.ts';
import type { TestRuntime } from '../runtime.ts';
import type { MailedPurpose, Model } from './model.ts';
import { accountOf } from './model.ts';

/** Commands that send a link, or must not. Each throws for an unexpected mail. */

const PURPOSES: Partial<Record<MailKind, MailedPurpose>> = {
  host_sign_up: 'host_sign_up',
  staff_sign_up: 'staff_sign_up',
  password_reset: 'password',
  email_change: 'email',
};

/**
 * Sends a request and adds its link to the model.
 * @param expected null: no mail
 * @param also a second mail, without a link
 */
async function mailing(
  rt: TestRuntime,
  model: Model,
  work: () => Promise<void>,
  expected: { kind: MailKind; to: string; staffId: string | null } | null,
  also = '',
): Promise<void> {
  const before = (await readMails(rt)).length;
  await work();
  const sent = (await readMails(rt)).slice(before);
  const said = sent.map(({ kind, recipient }) => `${kind} ${recipient}`).join();
  const wanted = [expected ? `${expected.kind} ${expected.to}` : '', also].filter(Boolean).join();
  if (said !== wanted) throw new Error(`mailed "${said}" instead of "${wanted}"`);
  const purpose = expected && PURPOSES[expected.kind];
  if (!purpose) return;
  const token = /[?&]token=([A-Za-z0-9]+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  model.tokens.push({
    token,
    purpose,
    email: expected.to,
    staffId: expected.staffId,
    state: 'living',
  });
}

const notice = (to: string) => ({ kind: 'account_exists', to, staffId: null }) as const;
const hostLink = (to: string) => ({ kind: 'host_sign_up', to, staffId: null }) as const;

export function askForHost(rt: TestRuntime, model: Model, email: string): Promise<void> {
  const expected = accountOf(model, email) ? notice(email) : hostLink(email);
  return mailing(rt, model, () => requestHostSignUp(rt, { email }, CLIENT), expected);
}

export function askForHostAgain(rt: TestRuntime, model: Model, email: string): Promise<void> {
  const pending = model.tokens.some(
    (one) => one.purpose === 'host_sign_up' && one.email === email && one.state === 'living',
  );
  const expected = pending && !accountOf(model, email) ? hostLink(email) : null;
  return mailing(rt, model, () => resendHostConfirmation(rt, { email }, CLIENT), expected);
}

export async function askToJoinHost(
  rt: TestRuntime,
  model: Model,
  { hostId, invitation, email }: { hostId: string; invitation: string; email: string },
): Promise<void> {
  const work = () => requestStaffSignUp(rt, { email, invitation }, CLIENT);
  if (accountOf(model, email)) return mailing(rt, model, work, notice(email));
  const known = model.pending.find((row) => row.email === email && row.hostId === hostId);
  await mailing(rt, model, work, { kind: 'staff_sign_up', to: email, staffId: known?.id ?? null });
  const id = known?.id ?? (await staffRow(rt, hostId, email))?.id ?? '';
  if (!known) model.pending.push({ id, hostId, email, role: 'general' });
  const token = model.tokens.at(-1);
  if (token) token.staffId = id;
}

/** The newest of several is last in the model. */
export function askToJoinAgain(rt: TestRuntime, model: Model, email: string): Promise<void> {
  const pending = model.pending.findLast((row) => row.email === email);
  const expected = pending && ({ kind: 'staff_sign_up', to: email, staffId: pending.id } as const);
  return mailing(rt, model, () => resendStaffConfirmation(rt, { email }, CLIENT), expected ?? null);
}

export function askForReset(rt: TestRuntime, model: Model, email: string): Promise<void> {
  const account = accountOf(model, email);
  const expected = account && ({ kind: 'password_reset', to: email, staffId: account.id } as const);
  return mailing(rt, model, () => requestPasswordReset(rt, { email }, CLIENT), expected ?? null);
}

export function askForEmail(
  rt: TestRuntime,
  model: Model,
  actor: Actor,
  email: string,
): Promise<void> {
  const link = { kind: 'email_change', to: email, staffId: actor.id } as const;
  const expected = accountOf(model, email) ? notice(email) : link;
  const input = { email, currentPassword: accountOf(model, actor.email ?? '')?.password ?? '' };
  const work = () => requestEmailChange(rt, actor, input, CLIENT);
  return mailing(rt, model, work, expected, `email_change_requested ${actor.email}`);
}

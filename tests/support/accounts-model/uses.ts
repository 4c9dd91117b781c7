import { completeHostSignUp } from '#domains/account/sign-up-host.ts';
import { resetPassword } from '#domains/account/password/reset-password.ts';
import { completeStaffSignUp } from '#domains/account/sign-up-staff.ts';
import { PERSON, actorOf, facility, person } from '../accounts.ts';
import { CLIENT } from '../cast.ts';
import type { TestRuntime } from '../runtime.ts';
import type { MailedPurpose, MailedToken, Model } from './model.ts';
import { accountOf, dropTokens, endSessions, forgetPending, useTokens } from './model.ts';
import { STATUS_OF_STATE, statusOf } from './real.ts';
import { confirmEmailChange } from '../change-email.ts';

/** Commands that use a link, valid or not. Each throws for an unexpected result. */

const RESET_PASSWORD = 'aki-no-kaze-ga-suzushii';

function expectStatus(what: string, status: number, expected: number): void {
  if (status !== expected) throw new Error(`${what}: ${status} instead of ${expected}`);
}

/** A link for an address that got an account meanwhile is refused. */
const expectedStatus = (model: Model, { state, purpose, email }: MailedToken): number =>
  state === 'living' && purpose !== 'password' && accountOf(model, email)
    ? 409
    : STATUS_OF_STATE[state];

async function completed(
  rt: TestRuntime,
  model: Model,
  work: ReturnType<typeof completeHostSignUp>,
): Promise<void> {
  const { tokens } = await work;
  const { id, email, role, host } = await actorOf(rt, tokens);
  model.sessions.push({ accessToken: tokens.access_token, staffId: id });
  model.accounts.push({ id, hostId: host.id, email, role, password: PERSON.password });
}

const USES: Record<
  MailedPurpose,
  (rt: TestRuntime, model: Model, token: MailedToken) => Promise<void>
> = {
  async host_sign_up(rt, model, { token, email }) {
    await completed(rt, model, completeHostSignUp(rt, facility(token), CLIENT));
    useTokens(model, (one) => one.purpose === 'host_sign_up' && one.email === email);
    forgetPending(model, email);
  },
  async staff_sign_up(rt, model, { token, email, staffId }) {
    await completed(rt, model, completeStaffSignUp(rt, person(token), CLIENT));
    useTokens(model, (one) => one.purpose === 'staff_sign_up' && one.email === email);
    forgetPending(model, email, staffId ?? '');
  },
  async password(rt, model, { token, staffId }) {
    await resetPassword(rt, { token, password: RESET_PASSWORD });
    endPasswordAndEmail(model, staffId);
    endSessions(model, staffId ?? '');
    const account = model.accounts.find(({ id }) => id === staffId);
    if (account) account.password = RESET_PASSWORD;
  },
  async email(rt, model, { token, email, staffId }) {
    await confirmEmailChange(rt, token, null);
    useTokens(model, (one) => one.purpose === 'email' && one.email === email);
    endPasswordAndEmail(model, staffId);
    endSessions(model, staffId ?? '');
    forgetPending(model, email);
    const account = model.accounts.find(({ id }) => id === staffId);
    if (account) account.email = email;
  },
};

const endPasswordAndEmail = (model: Model, staffId: string | null): void =>
  useTokens(
    model,
    (one) => one.staffId === staffId && (one.purpose === 'password' || one.purpose === 'email'),
  );

export async function useLink(rt: TestRuntime, model: Model, link: MailedToken): Promise<void> {
  const expected = expectedStatus(model, link);
  const status = await statusOf(USES[link.purpose](rt, model, link));
  expectStatus(`${link.state} link for ${link.purpose}`, status, expected);
}

/** Deletes a row, pending or confirmed. */
export function forgetPerson(model: Model, id: string): void {
  endSessions(model, id);
  dropTokens(model, id);
  model.accounts = model.accounts.filter((account) => account.id !== id);
  model.pending = model.pending.filter((row) => row.id !== id);
}

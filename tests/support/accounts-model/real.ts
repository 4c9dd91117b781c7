import { readHostConfirmation } from '#domains/account/sign-up-host.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { readEmailChange } from '#domains/account/change-email.ts';
import { checkPasswordToken } from '#domains/account/password/reset-password.ts';
import { readStaffConfirmation } from '#domains/account/sign-up-staff.ts';
import { AppError } from '#lib/errors.ts';
import type { TestRuntime } from '../runtime.ts';
import type { MailedPurpose, MailedToken, Model } from './model.ts';

/** 200, or an AppError's status; rethrows other errors. */
export async function statusOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 200;
  } catch (error) {
    if (error instanceof AppError) return error.status;
    throw error;
  }
}

const READERS: Record<MailedPurpose, (rt: TestRuntime, token: string) => Promise<unknown>> = {
  host_sign_up: readHostConfirmation,
  staff_sign_up: readStaffConfirmation,
  password: checkPasswordToken,
  email: readEmailChange,
};

export const STATUS_OF_STATE: Record<MailedToken['state'], number> = {
  living: 200,
  used: 410,
  gone: 404,
};

const rows = async (rt: TestRuntime) =>
  rt.db.selectFrom('staffs').select(['id', 'host_id', 'email', 'role', 'confirmed_at']).execute();

const sorted = (lines: string[]): string[] => lines.sort((a, b) => a.localeCompare(b));

/** Accounts and sign-ups in the database, one line each. */
export const readPeople = async (rt: TestRuntime): Promise<string[]> =>
  sorted(
    (await rows(rt)).map(
      ({ id, host_id, email, role, confirmed_at }) =>
        `${id} ${host_id} ${email} ${role} ${confirmed_at === null ? 'pending' : 'confirmed'}`,
    ),
  );

export const peopleOf = ({ accounts, pending }: Model): string[] =>
  sorted([
    ...accounts.map(({ id, hostId, email, role }) => `${id} ${hostId} ${email} ${role} confirmed`),
    ...pending.map(({ id, hostId, email, role }) => `${id} ${hostId} ${email} ${role} pending`),
  ]);

/** Invariants of every state. @returns those broken */
export async function brokenPromises(rt: TestRuntime, model: Model): Promise<string[]> {
  const people = (await rows(rt)).filter(({ confirmed_at }) => confirmed_at !== null);
  const hosts = await rt.db.selectFrom('hosts').select('id').execute();
  const sessions = await rt.db.selectFrom('sessions').select('staff_id').execute();
  const emails = people.map(({ email }) => email);
  return [
    ...hosts
      .filter(({ id }) => !people.some((one) => one.host_id === id && one.role === 'admin'))
      .map(({ id }) => `host ${id} has no admin`),
    ...sessions
      .filter(({ staff_id }) => !people.some(({ id }) => id === staff_id))
      .map(({ staff_id }) => `a session of ${staff_id}, who does not exist`),
    ...emails
      .filter((email, at) => emails.indexOf(email) !== at)
      .map((email) => `two accounts of ${email}`),
    ...(await wrongTokens(rt, model)),
    ...(await wrongSessions(rt, model)),
  ];
}

async function wrongTokens(rt: TestRuntime, { tokens }: Model): Promise<string[]> {
  const wrong: string[] = [];
  for (const { token, purpose, email, state } of tokens) {
    const status = await statusOf(READERS[purpose](rt, token));
    if (status !== STATUS_OF_STATE[state]) {
      wrong.push(`${state} token for ${purpose} of ${email}: ${status}`);
    }
  }
  return wrong;
}

async function wrongSessions(rt: TestRuntime, { sessions, ended }: Model): Promise<string[]> {
  const wrong: string[] = [];
  for (const { accessToken, staffId } of sessions) {
    const actor = await authenticate(rt, accessToken);
    if (actor?.id !== staffId) wrong.push(`a session of ${staffId} is not valid`);
  }
  for (const accessToken of ended) {
    const actor = await authenticate(rt, accessToken);
    if (actor) wrong.push(`an ended session of ${actor.id} is still valid`);
  }
  return wrong;
}

import type { TokenPurpose } from '#domains/account/one-time/token.ts';
import type { Role } from '#domains/account/staff.ts';

/** Of links that are mailed to a person. */
export type MailedPurpose = Exclude<TokenPurpose, 'operator'>;

/** The expected state of accounts, compared with the real one. */

interface Account {
  id: string;
  hostId: string;
  email: string;
  role: Role;
  password: string;
}

interface Session {
  accessToken: string;
  staffId: string;
}

export interface MailedToken {
  token: string;
  purpose: MailedPurpose;
  email: string;
  /** null before the account exists. */
  staffId: string | null;
  /** gone: deleted with its person. */
  state: 'living' | 'used' | 'gone';
}

export interface Model {
  accounts: Account[];
  /** Pending sign-ups. */
  pending: { id: string; hostId: string; email: string; role: Role }[];
  sessions: Session[];
  /** Access tokens that must be refused. */
  ended: string[];
  tokens: MailedToken[];
}

export const accountOf = (model: Model, email: string): Account | undefined =>
  model.accounts.find((account) => account.email === email);

/** @param except an access token whose session stays */
export function endSessions(model: Model, staffId: string): void {
  const of = model.sessions.filter((session) => session.staffId === staffId);
  model.ended.push(...of.map(({ accessToken }) => accessToken));
  model.sessions = model.sessions.filter((session) => session.staffId !== staffId);
}

export function useTokens(model: Model, which: (token: MailedToken) => boolean): void {
  for (const token of model.tokens) {
    if (token.state === 'living' && which(token)) token.state = 'used';
  }
}

/** A row is deleted: its links become unknown, also used ones. */
export function dropTokens(model: Model, staffId: string): void {
  for (const token of model.tokens) if (token.staffId === staffId) token.state = 'gone';
}

/** Drops pending sign-ups of an address, except one row. */
export function forgetPending(model: Model, email: string, except?: string): void {
  for (const { id } of model.pending.filter((row) => row.email === email && row.id !== except)) {
    dropTokens(model, id);
  }
  model.pending = model.pending.filter((row) => row.email !== email);
}

export const otherAdmins = (model: Model, { hostId, id }: Account): number =>
  model.accounts.filter(
    (other) => other.hostId === hostId && other.id !== id && other.role === 'admin',
  ).length;

import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, heldBy, holderOf } from '#domains/account/holder.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { unauthorized } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { CodeOf } from './code-limits.ts';
import { TICKET_MINUTES, TICKET_TRIES } from './second-step.ts';

/** Says that a password was right, until the second step. */
export async function issueTicket(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  holder: Holder,
  email: string,
): Promise<string> {
  const ticket = randomToken();
  const expiresAt = new Date(clock.now().getTime() + TICKET_MINUTES * MINUTE_MS);
  await db
    .insertInto('sign_in_tickets')
    .values({
      ...{ hash: hashToken(ticket), purpose: 'second_step', ...columnsOf(holder), email },
      expires_at: expiresAt.toISOString(),
    })
    .execute();
  return ticket;
}

/** Counts a try in advance. @throws AppError 401 if unknown, expired or tried too often */
export async function tryTicket(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  ticket: string,
): Promise<CodeOf> {
  const row = await db
    .updateTable('sign_in_tickets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where((eb) => eb.and({ hash: hashToken(ticket), purpose: 'second_step' }))
    .where('expires_at', '>', clock.now().toISOString())
    .where('tries', '<', TICKET_TRIES)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw deadTicket();
  return { holder: holderOf(row), email: row.email ?? '' };
}

export const deadTicket = () =>
  unauthorized(
    '時間がたったか、間違いが続きました。もう一度、パスワードからログインしてください。',
  );

export const endTicket = (db: Db, ticket: string) =>
  db.deleteFrom('sign_in_tickets').where('hash', '=', hashToken(ticket)).execute();

/** In the transaction of the sign-in. @throws AppError 401 if it was used meanwhile */
export async function takeTicket(tx: Db, ticket: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_tickets')
    .where('hash', '=', hashToken(ticket))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw deadTicket();
}

/** With a new password, what the earlier one began ends. */
export const endTickets = (tx: Db, holder: Holder) =>
  tx
    .deleteFrom('sign_in_tickets')
    .where((eb) => eb.and(heldBy(holder)))
    .execute();

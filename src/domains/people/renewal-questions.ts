import { wasMailed } from '#domains/mail/was-mailed.ts';
import type { FieldErrors } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { findsAny } from '#server/lists.ts';
import type { Tx } from '#server/transaction.ts';
import type { FamilyRow } from './family-rows.ts';
import type { FamilyChange } from './family.ts';
import { ANOTHERS, KEEP_LINE } from './renewal-answers.ts';
import { listRenewedWith, listRenewedWithResident } from './renew-links.ts';

type Said = Pick<
  FamilyChange,
  'rotateToken' | 'addressWasAnothers' | 'keepLine' | 'residentId' | 'email'
>;

/**
 * What only an admin knows, before a family changes: whether a letter went to a stranger, and whose
 * LINE has joined. @throws AppError 422
 */
export async function requireAnswers(tx: Tx, row: FamilyRow, said: Said): Promise<void> {
  const errors: FieldErrors = {};
  const isOtherAddress = said.email !== undefined && said.email !== row.email;
  if (isOtherAddress && said.addressWasAnothers === undefined && (await wasSentTo(tx.db, row))) {
    errors['addressWasAnothers'] = [ANOTHERS];
  }
  const isMoved = said.residentId !== undefined && said.residentId !== row.resident_id;
  const isOwnRenewed = said.addressWasAnothers === true || isMoved;
  const renewed = said.rotateToken ? await listRenewedWith(tx.db, row) : isOwnRenewed ? [row] : [];
  requireLineAnswer(renewed, said.keepLine, errors);
  const [text] = Object.values(errors).flat();
  if (text !== undefined) throw invalid(text, errors);
}

/** The same before all links of a resident are renewed. */
export async function requireResidentAnswers(
  tx: Tx,
  { id, host_id: hostId }: { id: string; host_id: string },
  keepLine: boolean | undefined,
): Promise<void> {
  const errors: FieldErrors = {};
  requireLineAnswer(await listRenewedWithResident(tx.db, hostId, id), keepLine, errors);
  if (errors['keepLine']) throw invalid(KEEP_LINE, errors);
}

function requireLineAnswer(
  renewed: readonly FamilyRow[],
  keepLine: boolean | undefined,
  errors: FieldErrors,
): void {
  const isJoined = renewed.some(({ line_count }) => (line_count ?? 0) > 0);
  if (isJoined && keepLine === undefined) errors['keepLine'] = [KEEP_LINE];
}

/** Whether a mail with the family's letters has gone, or may have gone, to its address. */
async function wasSentTo(db: Db, row: FamilyRow): Promise<boolean> {
  const { host_id: hostId, email, token } = row;
  if (email === null) return false;
  return (await wasDelivered(db, row)) || (await wasMailed(db, hostId, email, token));
}

/** A month's letter, since the address was registered: sent mails are forgotten after a month. */
const wasDelivered = (db: Db, { host_id, id, email_since: since }: FamilyRow) =>
  findsAny(
    db
      .selectFrom('deliveries')
      .where((eb) => eb.and({ host_id, family_id: id, account: '' }))
      .where('sent_at', '>=', since ?? ''),
  );

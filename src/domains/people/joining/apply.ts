import { noteEvent } from '#domains/audit/record-event.ts';
import { CONSENT_WORDING } from '#domains/people/consent-wording.ts';
import { AppError, invalid } from '#lib/errors.ts';
import { requireBelowLimit, takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, isRandomToken, newId, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { JoinInput } from './application.ts';
import { LATER } from './application.ts';
import type { ApplicationRow } from './application-rows.ts';
import { findApplicationByToken, insertApplication } from './application-rows.ts';
import { sendProof } from './prove-address.ts';
import type { OpenSheet } from './resident-sheets.ts';
import { findOpenSheet } from './resident-sheets.ts';

type Client = { address: string };

/** The form behind a code; wrong ones are counted. @returns null; @throws AppError 429 */
export async function openSheet(
  rt: Runtime,
  code: string,
  { address }: Client,
): Promise<OpenSheet | null> {
  const now = rt.clock.now();
  await requireBelowLimit(rt.db, 'wrongSheetCodes', address, now);
  const sheet = await findOpenSheet(rt, code);
  if (!sheet) await takeTry(rt.db, 'wrongSheetCodes', address, now);
  return sheet;
}

/** The sheet has ended since the form was opened. */
const SHEET_ENDED = 410;

/**
 * Keeps what a relative has entered until an admin takes it in, and sends the mail that proves its
 * address. Nothing of a resident is looked at or told (P40).
 * @returns the token of the relative's own page. @throws AppError 410, 422, 429
 */
export const apply = (rt: Runtime, input: JoinInput, client: Client): Promise<string> =>
  inTransaction(rt, async (tx) => {
    const sheet = await findOpenSheet(tx, input.code);
    if (!sheet) throw new AppError(SHEET_ENDED, 'この番号は、もう使えません。');
    if (input.delivery === 'line' && tx.line === null) {
      const text = 'LINEでは、お届けできません。';
      throw invalid(text, { delivery: [text] });
    }
    const token = isRandomToken(input.token) ? input.token : randomToken();
    const before = await findApplicationByToken(tx.db, hashToken(token));
    if (before && isSame(before, sheet, input)) return token;
    // Another relative at the same phone, who went back to the form.
    const own = before ? randomToken() : token;
    await takeTry(tx.db, 'applicationsByCode', sheet.codeHash, tx.clock.now());
    await takeTry(tx.db, 'applicationsByAddress', client.address, tx.clock.now());
    await keep(tx, sheet, input, own, client);
    return own;
  });

const isSame = (row: ApplicationRow, { residentId }: OpenSheet, input: JoinInput): boolean =>
  row.resident_id === residentId &&
  (row.decided_at !== null ||
    (row.name === input.name &&
      row.resident_name === input.residentName &&
      row.delivery === input.delivery));

async function keep(
  tx: Tx,
  { hostId, hostName, residentId }: OpenSheet,
  input: JoinInput,
  token: string,
  client: Client,
): Promise<void> {
  const id = newId();
  await insertApplication(tx.db, {
    ...{ id, host_id: hostId, resident_id: residentId, token_hash: hashToken(token) },
    ...{ resident_name: input.residentName, name: input.name },
    ...{ relationship: input.relationship, delivery: input.delivery, email: input.email },
    ...{ postcode: input.postcode, pref: input.pref, city: input.city },
    ...{ town: input.town, street: input.street, wording: CONSENT_WORDING },
    answer: input.answer === LATER ? null : input.answer,
    ...{ proved_at: null, decided_at: null, decided_by: null, reason: null },
    ...{ family_id: null, link_number: null, created_at: tx.clock.now().toISOString() },
  });
  await noteEvent(tx, { action: 'application.sent', hostId, target: id, residentId });
  await sendProof(tx, { id, host_id: hostId, email: input.email }, hostName, client);
}

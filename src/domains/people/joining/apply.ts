import { noteOfFamily } from '#domains/audit/record-event.ts';
import { CONSENT_WORDING } from '#domains/people/consent-wording.ts';
import { AppError, invalid } from '#lib/errors.ts';
import { returnTry, takeTry } from '#server/rate-limit.ts';
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

/**
 * The form behind a code. A try is counted before it is one, and given back to whoever is right: what
 * comes after the last answers alike, right or wrong.
 * @returns null; @throws AppError 429
 */
export async function openSheet(
  rt: Runtime,
  code: string,
  { address }: Client,
): Promise<OpenSheet | null> {
  await takeTry(rt.db, 'wrongSheetCodes', address, rt.clock.now());
  const sheet = await findOpenSheet(rt, code);
  if (sheet) await returnTry(rt.db, 'wrongSheetCodes', address);
  return sheet;
}

/** The sheet has ended since the form was opened. */
export const SHEET_ENDED = 410;

/**
 * Keeps what a relative has entered until an admin takes it in, and sends the mail that proves its
 * address. Nothing of a resident is looked at or told (P40).
 * @returns the token of the relative's own page. @throws AppError 410, 422, 429
 */
export async function apply(rt: Runtime, input: JoinInput, client: Client): Promise<string> {
  if (!(await openSheet(rt, input.code, client))) throw sheetEnded();
  return inTransaction(rt, async (tx) => {
    const sheet = await findOpenSheet(tx, input.code);
    if (!sheet) throw sheetEnded();
    if (input.delivery === 'line' && tx.line === null) {
      const text = 'LINEでは、お届けできません。';
      throw invalid(text, { delivery: [text] });
    }
    const token = isRandomToken(input.token) ? input.token : randomToken();
    const before = await findApplicationByToken(tx.db, hashToken(token));
    if (before && isSame(before, sheet, input)) return token;
    // Another relative at the same phone, who went back to the form.
    const own = before ? randomToken() : token;
    await countApplication(tx, sheet, input, client);
    await keep(tx, sheet, input, own, client);
    return own;
  });
}

const sheetEnded = () => new AppError(SHEET_ENDED, 'この番号は、もう使えません。');

/** @throws AppError 429 */
async function countApplication(
  { db, clock }: Tx,
  { codeHash }: OpenSheet,
  { email }: JoinInput,
  { address }: Client,
): Promise<void> {
  const kind = email === null ? 'unproved' : 'by mail';
  const from = `${codeHash} ${kind} ${address}`;
  await takeTry(db, 'applicationsFromPlace', from, clock.now());
  await takeTry(db, 'applicationsByCode', codeHash, clock.now());
  await takeTry(db, 'applicationsByAddress', address, clock.now());
}

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
  const { residentName, name, relationship, delivery, email, answer } = input;
  const { postcode, pref, city, town, street } = input;
  await insertApplication(tx.db, {
    id,
    host_id: hostId,
    resident_id: residentId,
    token_hash: hashToken(token),
    resident_name: residentName,
    name,
    relationship,
    delivery,
    email,
    postcode,
    pref,
    city,
    town,
    street,
    wording: CONSENT_WORDING,
    answer: answer === LATER ? null : answer,
    created_at: tx.clock.now().toISOString(),
  });
  await noteOfFamily(tx, { action: 'application.sent', hostId, target: id, residentId });
  await sendProof(tx, { id, host_id: hostId, email: input.email }, hostName, client);
}

import { findFamily } from '#domains/people/family-rows.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { JoinWay } from './application.ts';
import { findApplicationByToken, updateApplication } from './application-rows.ts';
import { sendProof } from './prove-address.ts';

/** What a relative's own page shows; nothing of the resident before it was taken in. */
export interface OwnApplication {
  hostName: string;
  delivery: JoinWay;
  state:
    | { is: 'unproved'; email: string }
    | { is: 'waiting' }
    | { is: 'refused'; reason: string }
    /** null: the link was renewed since. */
    | { is: 'taken_in'; link: LetterTokens | null };
}

/** @throws AppError 404 */
export async function readOwnApplication(rt: Runtime, token: string): Promise<OwnApplication> {
  const row = orMissing(await findApplicationByToken(rt.db, hashToken(token)));
  return {
    hostName: row.host_name,
    delivery: row.delivery,
    state: await stateOf(rt, row),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof findApplicationByToken>>>;

async function stateOf(rt: Runtime, row: Row): Promise<OwnApplication['state']> {
  if (row.family_id !== null) return { is: 'taken_in', link: await linkOf(rt, row) };
  if (row.decided_at !== null) return { is: 'refused', reason: row.reason ?? '' };
  const isUnproved = row.delivery === 'email' && row.proved_at === null;
  return isUnproved ? { is: 'unproved', email: row.email ?? '' } : { is: 'waiting' };
}

async function linkOf({ db }: Runtime, row: Row): Promise<LetterTokens | null> {
  const family = await findFamily(db, row.host_id, row.family_id ?? '');
  if (!family || family.link_number === null || family.link_number !== row.link_number) return null;
  return { residentToken: family.resident_token, familyToken: family.token };
}

/** Another address, or the same once more. @throws AppError 404; 409 once decided; 429 */
export const askForProof = (
  rt: Runtime,
  token: string,
  email: string,
  client: { address: string },
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = orMissing(await findApplicationByToken(tx.db, hashToken(token)));
    if (row.decided_at !== null || row.delivery !== 'email') throw conflict('もう決まっています。');
    if (row.proved_at !== null && row.email === email) return;
    await updateApplication(tx.db, row, { email, proved_at: null });
    await sendProof(tx, { ...row, email }, row.host_name, client);
  });

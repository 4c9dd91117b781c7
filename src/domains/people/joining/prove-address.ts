import { noteOfFamily } from '#domains/audit/record-event.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { readIsOnTrial } from '#domains/facility/read-host.ts';
import { allowMail } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { DAY_MS } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ApplicationRow } from './application-rows.ts';
import { findApplicationToProve, updateApplication } from './application-rows.ts';
import { addressProofMail } from './joining-mails.ts';

const PURPOSE = 'address proof';

type OfMail = Pick<ApplicationRow, 'id' | 'host_id' | 'email'>;

/**
 * Sends the mail whose button proves an address. Every link is good for a day, as long as the
 * application has that address: older mails stay good, and another address ends them all.
 * @throws AppError 429
 */
export async function sendProof(
  tx: Tx,
  { id, host_id: hostId, email }: OfMail,
  hostName: string,
  client: { address: string },
): Promise<void> {
  if (email === null) return;
  const now = tx.clock.now();
  await takeTry(tx.db, 'proofsByApplication', id, now);
  const isOnTrial = await readIsOnTrial(tx.db, hostId);
  await takeTry(tx.db, isOnTrial ? 'proofsByTrial' : 'proofsByHost', hostId, now);
  await allowMail(tx, { kind: 'family', email, client });
  const until = now.getTime() + DAY_MS;
  const token = `${id}.${until}.${tx.secrets.sign(PURPOSE, id, email, until)}`;
  const url = `${tx.env.PUBLIC_URL}${paths.proveAddress(token)}`;
  await queueMail(tx, {
    kind: 'address_proof',
    hostId,
    hostName,
    to: email,
    content: addressProofMail(hostName, url),
  });
}

/** A link in such a mail: its reader may be a stranger, and sees the facility's name only. */
interface Proof {
  /** `ended`: its facility's last day is over. */
  state: 'open' | 'over' | 'ended' | 'unknown';
  hostName: string;
  isProved: boolean;
}

const UNKNOWN: Proof = { state: 'unknown', hostName: '', isProved: false };

/** For the page: reading it proves nothing. */
export const readProof = async (rt: Runtime, token: string): Promise<Proof> =>
  (await checkProof(rt, rt.db, token)).proof;

/** The button was pressed: whoever reads mail at that address wants the letters. */
export const proveAddress = (rt: Runtime, token: string): Promise<Proof> =>
  inTransaction(rt, async (tx) => {
    const { proof, row } = await checkProof(tx, tx.db, token);
    if (proof.state !== 'open' || !row || row.proved_at !== null) return proof;
    await updateApplication(tx.db, row, { proved_at: tx.clock.now().toISOString() });
    const of = { hostId: row.host_id, target: row.id, residentId: row.resident_id };
    await noteOfFamily(tx, { action: 'application.address_proved', ...of });
    return proof;
  });

async function checkProof(
  { secrets, clock }: Pick<Runtime, 'secrets' | 'clock'>,
  db: Db,
  token: string,
): Promise<{ proof: Proof; row?: ApplicationRow }> {
  const [id = '', until = '', signature = ''] = token.split('.');
  const row = await findApplicationToProve(db, id);
  const isOurs =
    row?.email && secrets.verify(signature, PURPOSE, id, row.email, Number(until) || 0);
  if (!row || !isOurs) return { proof: UNKNOWN };
  const { host_name: hostName } = row;
  const isOver = Number(until) <= clock.now().getTime();
  const isProved = row.proved_at !== null;
  if (isOverFor(row.ends_on, clock.now())) {
    return { proof: { state: 'ended', hostName, isProved }, row };
  }
  // Whoever presses again, or comes back, is told that it is done.
  return { proof: { state: isOver && !isProved ? 'over' : 'open', hostName, isProved }, row };
}

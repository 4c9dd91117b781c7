import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, eventOf, holderKey } from '#domains/account/holder.ts';
import { deviceName } from '#lib/device-name.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { conflict, invalid, notFound, orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { issueChallenge, readChallenge, takeChallenge } from './challenge.ts';
import type { PasskeyRow } from './passkey-rows.ts';
import { deletePasskey, findPasskey, listPasskeys } from './passkey-rows.ts';
import type { CreationOptions, NewPasskeyInput, Passkey } from './passkey.ts';
import { CHALLENGE_MINUTES, MOST_PASSKEYS, TOO_LATE } from './passkey.ts';
import { relyingParty } from './relying-party.ts';
import { challengeOf, verifyNewCredential } from './verify.ts';

/** COSE's numbers of EdDSA, ES256 and RS256, which is every authenticator there is. */
const ALGORITHMS = [-8, -7, -257];

export const readPasskeys = async (rt: Pick<Runtime, 'db'>, holder: Holder): Promise<Passkey[]> =>
  (await listPasskeys(rt.db, holder)).map(toPasskey);

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** A person as their authenticator shows them. */
interface Named {
  email: string;
  name: string;
}

/** What the browser is asked for; null where it can make none (`relyingParty`). */
export async function passkeyCreation(
  rt: Runtime,
  holder: Holder,
  { email, name }: Named,
): Promise<CreationOptions | null> {
  const rp = relyingParty(rt.env);
  if (!rp) return null;
  const known = await listPasskeys(rt.db, holder);
  return {
    challenge: issueChallenge(rt, `make ${holderKey(holder)}`),
    rp: { id: rp.id, name: 'つきだより' },
    user: { id: userHandle(holder), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ credential_id: id }) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
  };
}

/** Tells an authenticator which passkeys are of the same person, and nobody who it is. */
export const userHandle = (holder: Holder): string =>
  Buffer.from(holderKey(holder)).toString('base64url');

/** Keeps the public key of a new passkey. @throws AppError 404, 409, 422 */
export async function makePasskey(
  rt: Runtime,
  holder: Holder,
  { name, response }: NewPasskeyInput,
  { userAgent }: { userAgent: string },
): Promise<Passkey> {
  const rp = relyingParty(rt.env);
  if (!rp) throw notFound();
  const challenge = challengeOf(response);
  const expiresAt = readChallenge(rt, challenge, `make ${holderKey(holder)}`);
  if (!expiresAt) throw tooLate();
  const made = await verifyNewCredential(response, { rp, challenge, algorithms: ALGORITHMS });
  return inTransaction(rt, async (tx) => {
    if (!(await takeChallenge(tx.db, challenge, expiresAt))) throw tooLate();
    const known = await listPasskeys(tx.db, holder);
    if (known.length >= MOST_PASSKEYS) {
      throw conflict(`パスキーは${MOST_PASSKEYS}個までです。使わないものを外してください。`);
    }
    if (await findPasskey(tx.db, made.credentialId)) {
      throw conflict('このパスキーは、もう登録されています。');
    }
    const row = {
      id: newId(),
      ...columnsOf(holder),
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: response.response.transports.join(','),
      name: name || deviceName(userAgent),
      last_used_at: null,
      created_at: tx.clock.now().toISOString(),
    };
    await tx.db.insertInto('passkeys').values(row).execute();
    await noteEvent(tx, { action: 'passkey.made', ...eventOf(holder), detail: row.name });
    await tellChanged(tx, holder, 'passkeyMade', row.name);
    return toPasskey(row);
  });
}

const tooLate = () => invalid(TOO_LATE);

/** @throws AppError 404 */
export const removePasskey = (rt: Runtime, holder: Holder, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const removed = orMissing(await deletePasskey(tx.db, holder, id));
    await noteEvent(tx, { action: 'passkey.removed', ...eventOf(holder), detail: removed.name });
    await tellChanged(tx, holder, 'passkeyRemoved', removed.name);
  });

import { newId } from '#server/secrets.ts';
import type { Factory } from './factories.ts';

const text = 'AAAA';
/** Well-formed, and answers no challenge. */
export const ASSERTION = {
  ...{ id: text, type: 'public-key' },
  response: { clientDataJSON: text, authenticatorData: text, signature: text },
};
export const CREDENTIAL = {
  ...{ id: text, type: 'public-key' },
  response: { clientDataJSON: text, attestationObject: text },
};

/** A passkey that no authenticator has. @returns its id */
export async function makePasskeyRow(
  { db, clock }: Factory,
  { id: staff_id, host_id }: { id: string; host_id: string },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('passkeys')
    .values({
      ...{ id, host_id, staff_id, operator_id: null, credential_id: `credential${id}` },
      ...{ public_key: 'none', counter: 0, transports: 'internal', name: '電話' },
      ...{ last_used_at: null, created_at: clock.now().toISOString() },
    })
    .execute();
  return id;
}

import type { Db } from '../../server/database.ts';
import type { Runtime } from '../../server/runtime.ts';
import { newId } from '../../server/secrets.ts';
import { writeMail } from './letterhead.ts';
import type { NewMail } from './mail.ts';
import { insertMail } from './outbox.repository.ts';

/**
 * Puts a mail into the outbox, in the transaction of what causes it (design, "Identity and
 * sessions"); afterwards the caller wakes the sender. The Message-ID is fixed here, so that a
 * mail sent twice after a crash is recognised as one.
 */
export async function queueMail(
  tx: Db,
  { clock, env }: Pick<Runtime, 'clock' | 'env'>,
  { kind, hostId, hostName, to, content }: NewMail,
): Promise<void> {
  const id = newId();
  const now = clock.now().toISOString();
  await insertMail(tx, {
    id,
    host_id: hostId,
    kind,
    recipient: to,
    ...writeMail(hostName, content),
    message_id: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
    next_attempt_at: now,
    last_error: null,
    sent_at: null,
    created_at: now,
  });
}

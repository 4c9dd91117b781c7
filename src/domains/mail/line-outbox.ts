import type { LineMessage } from '#server/line/line.ts';
import type { Tx } from '#server/transaction.ts';
import { insertMails } from './outbox.ts';
import { retryKeyOf } from './retry-key.ts';

export interface NewLineMessage {
  /** For other rows of the transaction to refer to. */
  id: string;
  hostId: string;
  /** Its hash: who it is, is looked up when it is sent. */
  account: string;
  /** What is asked for later, without LINE's form: its links say whose letters it announces. */
  summary: string;
  text: string;
  message: LineMessage;
}

/** Queues messages by LINE beside the mails, each with its retry key (P37). */
export async function queueLineMessages(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  messages: readonly NewLineMessage[],
): Promise<void> {
  const now = clock.now().toISOString();
  await insertMails(
    db,
    messages.map(({ id, hostId, account, summary, text, message }) => ({
      ...{ id, host_id: hostId, channel: 'line' as const, kind: 'delivery', is_urgent: 0 as const },
      ...{ recipient: account, subject: summary, text, html: JSON.stringify(message), content: '' },
      message_id: retryKeyOf(id),
      ...{ reply_to: null, next_attempt_at: now, created_at: now },
    })),
  );
}

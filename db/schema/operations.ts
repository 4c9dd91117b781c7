import type { Generated, GeneratedAlways } from 'kysely';
import type { Flag, Instant } from './types.ts';

export interface OutboxTable {
  id: string;
  host_id: string | null;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** What a mail says, as JSON, instead of `text` and `html`; or empty. */
  content: Generated<string>;
  message_id: string;
  state: Generated<'queued' | 'sent' | 'failed'>;
  /** Begun; those beyond `failures` were interrupted, or one is under way. */
  attempts: Generated<number>;
  failures: Generated<number>;
  next_attempt_at: Instant;
  last_error: string | null;
  sent_at: Instant | null;
  created_at: Instant;
  reply_to: string | null;
  /** Someone is waiting for it: sent before letters. */
  is_urgent: Generated<Flag>;
  /** A resident's state of life keeps it back. */
  stopped: Generated<Flag>;
  /** Whose turn it takes: the host's id, or empty. */
  queue: GeneratedAlways<string>;
  /** The process that is sending it, until the next attempt is due. */
  holder: Generated<string | null>;
  /** By LINE the recipient is an account's hash, and `html` the message as JSON. */
  channel: Generated<Channel>;
  /** Since when LINE may have accepted it; NULL if it certainly has not. */
  tried_at: Generated<Instant | null>;
  /** Whose the last failure was: of the address, a full mailbox, or ours and the way. */
  fault: Generated<Fault | null>;
  /** A refusal that, if it were lone, would be the recipient's, such as `RCPT TO 550 5.1.1`. */
  refusal: Generated<string | null>;
  /** When it was last refused so. */
  refused_at: Generated<Instant | null>;
  /** How it came back after it was accepted. */
  returned: Generated<ReturnKind | null>;
  returned_at: Generated<Instant | null>;
  /** The server's own sentence, without addresses. */
  returned_words: Generated<string | null>;
}

/**
 * How a mail came back: no such address, not for now, refused since it is ours, or put among spam by
 * its recipient.
 */
export type ReturnKind = ParkedKind | 'ours' | 'unclear' | 'forwarded';
/** For which an address gets no mails. */
export type ParkedKind = 'hard' | 'soft' | 'complaint';

export type Fault = 'address' | 'mailbox' | 'way';

export type Channel = 'mail' | 'line';

export interface JobTable {
  id: string;
  host_id: string | null;
  kind: string;
  /** JSON. */
  payload: string;
  state: Generated<'queued' | 'running' | 'failed'>;
  /** Begun; those beyond `failures` were interrupted, or one is under way. */
  attempts: Generated<number>;
  failures: Generated<number>;
  run_at: Instant;
  last_error: string | null;
  /** Retrying is pointless. */
  given_up: Generated<Flag>;
  created_at: Instant;
  /** The process that runs it. */
  holder: Generated<string | null>;
  lease_until: Generated<Instant | null>;
}

/** Work that one process at a time does for all (src/server/leases.ts). */
export interface LeaseTable {
  name: string;
  holder: string;
  lease_until: Instant;
  /** Not again before then. */
  due_at: Instant;
}

export interface RateLimitTable {
  key: string;
  count: number;
  resets_at: Instant;
}

export interface ContactTable {
  id: string;
  name: string;
  email: string;
  body: string;
  created_at: Instant;
}

export interface AuditLogTable {
  id: string;
  host_id: string | null;
  staff_id: string | null;
  action: string;
  target: string | null;
  created_at: Instant;
  resident_id: string | null;
  detail: string | null;
  /** The client's address; forgotten after a while. */
  address: Generated<string | null>;
  /** What stays of the address. */
  network: Generated<string | null>;
  browser: Generated<string | null>;
  /** How the person had signed in. */
  way: Generated<string | null>;
}

/** One check of the server (src/domains/operator/troubles.ts). */
export interface TroubleTable {
  name: string;
  since: Instant | null;
  told_at: Instant | null;
}

/** The mailbox of returned mails (src/domains/delivery/returned/last-reading.ts). */
export interface MailboxReadingTable {
  mailbox: string;
  read_at: Instant;
  /** When the last one went well. */
  good_at: Instant | null;
  trouble: 'away' | 'login' | 'insecure' | 'folder' | 'other' | null;
  /** Messages that nobody has understood. */
  unclear: Generated<number>;
  /** The letter whose report was read last. */
  last_mail_id: string | null;
}

import type { Runtime } from '#server/runtime.ts';

export interface Returned {
  /** In the outbox. */
  mailId: string;
  kind: 'hard' | 'soft' | 'ours' | 'complaint';
  /** Such as `5.1.1`. */
  enhanced: string | null;
  /** The server's own, in one line of at most 300 characters, without addresses. */
  sentence: string;
  /** Instant. */
  at: string;
}

/** What follows from a letter that came back. */
export function takeReturned(
  { log }: Runtime,
  { mailId, kind, enhanced }: Returned,
): Promise<'taken' | 'known' | 'unknown'> {
  log.info({ mail: mailId, kind, enhanced }, 'letter came back');
  return Promise.resolve('unknown');
}

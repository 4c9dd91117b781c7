import type { Runtime } from '#server/runtime.ts';

/** A mail that came back, as its report says. */
export interface Returned {
  /** Of the outbox. */
  mailId: string;
  kind: 'hard' | 'soft' | 'ours' | 'complaint';
  enhanced: string | null;
  /** The server's own: one line, at most 300 characters, addresses removed. */
  sentence: string;
  /** Instant. */
  at: string;
}

/**
 * What follows from a mail that came back (domain.md#what-came-back). @returns `known` when it was
 * told already, `unknown` when no letter of such a mail is found
 */
export async function takeReturned(
  _rt: Runtime,
  _returned: Returned,
): Promise<'taken' | 'known' | 'unknown'> {
  return Promise.resolve('unknown');
}

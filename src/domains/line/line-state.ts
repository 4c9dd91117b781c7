import { LineError } from '#server/line/line.ts';
import type { Runtime } from '#server/runtime.ts';
import { findLastEvent } from './event-rows.ts';

/** How the channel is, for the operator. */
export interface LineState {
  /** Why LINE does not answer as it should: `settings` are wrong, or it is `away`. */
  trouble: 'settings' | 'away' | null;
  /** Messages of this month; a limit of null is none. */
  quota: { limit: number | null; used: number } | null;
  /** When its webhook was last heard, also by LINE's own check. */
  heardAt: string | null;
}

/** Asks LINE. @returns null where it is not configured */
export async function readLineState({ line, db }: Runtime): Promise<LineState | null> {
  if (line === null) return null;
  const heardAt = (await findLastEvent(db))?.receivedAt ?? null;
  try {
    return { trouble: null, quota: await line.readQuota(), heardAt };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    const isOurs = error.trouble === 'settings' || error.trouble === 'forbidden';
    return { trouble: isOurs ? 'settings' : 'away', quota: null, heardAt };
  }
}

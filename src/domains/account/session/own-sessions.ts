import Bowser from 'bowser';
import { endStaffTokens } from '#domains/account/one-time/one-time-tokens.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import {
  deletePinSessions,
  deleteSessions,
  listSessions,
  updateSessionDevice,
} from './session-rows.ts';
import type { Actor } from './session.ts';

export interface OwnSession {
  device: string;
  /** The last use is recorded every quarter of an hour. */
  startedAt: string;
  lastUsedAt: string;
  isThisOne: boolean;
}

export async function readOwnSessions(rt: Runtime, actor: Actor): Promise<OwnSession[]> {
  const rows = await listSessions(rt.db, whoIs(actor), rt.clock.now().toISOString());
  return rows
    .map((row) => ({
      device: deviceName(row.user_agent),
      startedAt: row.created_at,
      lastUsedAt: row.rotated_at ?? row.created_at,
      isThisOne: row.id === actor.sessionId,
    }))
    .sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

/** Ends a person's other sessions, and an address change requested from them. */
export const endOtherSessions = (rt: Runtime, actor: Actor): Promise<void> =>
  inTransaction(rt, async (tx) => {
    await endSessions(tx.db, whoIs(actor), actor.sessionId);
    await endStaffTokens(tx, 'email', actor.id);
    await noteEvent(tx, {
      action: 'session.others_ended',
      ...whoIs(actor),
    });
  });

/** Ends a person's sessions within the given transaction. */
export const endSessions = (
  tx: Db,
  who: { hostId: string; staffId: string },
  except: string | null = null,
) => deleteSessions(tx, who, except);

/** Ends the sessions that began with a person's PIN. */
export const endPinSessions = (tx: Db, who: { hostId: string; staffId: string }) =>
  deletePinSessions(tx, who);

/** The actor's session becomes the one of a shared device, with its limits from now on. */
export const shareSession = (tx: Db, { sessionId }: Actor, deviceId: string, now: Date) =>
  updateSessionDevice(tx, sessionId, deviceId, now.toISOString());

const whoIs = ({ id, host }: Actor) => ({ hostId: host.id, staffId: id });

const UNKNOWN = '不明な端末';
const OS_NAMES: Record<string, string> = {
  iOS: 'iPhone・iPad',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** `Android（Chrome）` */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN;
  const { os, browser } = Bowser.parse(userAgent);
  const system = os.name && (OS_NAMES[os.name] ?? os.name);
  if (!system) return browser.name || UNKNOWN;
  const name = /\bLine\//.test(userAgent) ? 'LINE' : browser.name;
  return name ? `${system}（${name}）` : system;
}

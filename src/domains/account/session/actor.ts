import { hasSecondFactor } from '#domains/account/second-step/has-factor.ts';
import { isAskedOf } from '#domains/account/second-step/second-step.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { isHostActive } from '#domains/facility/host.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { isOn } from '#lib/flags.ts';
import type { Runtime } from '#server/runtime.ts';
import { isUseDue } from './session-age.ts';
import type { SessionRow, UserRow } from './session-rows.ts';
import { findUser, updateLastSeen, updateSessionUsed } from './session-rows.ts';
import type { Actor, User } from './session.ts';
import { toWay } from './session.ts';

const SEEN_EVERY_MS = 5 * MINUTE_MS;

/** Who a valid session belongs to; records its use. @returns null if the account is gone */
export async function readActor(
  rt: Runtime,
  session: SessionRow,
  accessTokenExpiresAt: number,
): Promise<Actor | null> {
  const row = await findUser(rt.db, session.staff_id);
  if (!row) return null;
  const isByPin = isOn(session.by_pin);
  await noteUse(rt, session, row);
  return {
    ...toUser(row, isByPin, rt.clock.now()),
    sessionId: session.id,
    way: toWay(session.way),
    sharedDeviceId: session.device_id,
    isByPin,
    confirmedAt: session.confirmed_at ?? session.created_at,
    endedOn: isOverFor(row.ends_on, rt.clock.now()) ? row.ends_on : null,
    mustEnrol: !isByPin && (await mustEnrol(rt, row)),
    accessTokenExpiresAt,
  };
}

/** Asked of few: the rows are read only then. */
const mustEnrol = async (rt: Runtime, row: UserRow): Promise<boolean> =>
  row.email !== null &&
  isAskedOf(row.asks_second_step, row.role) &&
  !(await hasSecondFactor(rt, { hostId: row.host_id, staffId: row.id }));

/** Best effort: a full disk must not block reading (P3). */
async function noteUse(rt: Runtime, session: SessionRow, row: UserRow): Promise<void> {
  const now = rt.clock.now();
  const instant = now.toISOString();
  try {
    if (isUseDue(session, now)) await updateSessionUsed(rt.db, session.id, instant);
    if (now.getTime() - Date.parse(row.last_seen_at ?? '1970-01-01') > SEEN_EVERY_MS) {
      await updateLastSeen(rt.db, row.id, instant);
    }
  } catch (error) {
    rt.log.warn({ err: error }, 'last visit not recorded');
  }
}

/** A PIN is no proof of an admin. */
function toUser(row: UserRow, isByPin: boolean, now: Date): User {
  const role = isByPin ? 'general' : row.role;
  const isAdmin = role === 'admin';
  return {
    id: row.id,
    name: row.name,
    nameKana: row.name_kana,
    email: row.email,
    role,
    isAdmin,
    userType: 'staff',
    scope: isAdmin ? ['staff', 'admin'] : ['staff'],
    host: {
      id: row.host_id,
      name: row.host_name,
      isActive: isHostActive(row, now),
      plan: row.plan,
      trialEndsAt: row.trial_ends_at,
    },
  };
}

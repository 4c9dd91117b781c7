import { conflict, forbidden, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { makeInvitation } from '#features/invitation/invitation.service.ts';
import { endFirstPins } from '#features/shared-device/device-token.service.ts';
import { endSessions } from '#features/session/own-sessions.service.ts';
import { placeOfHost, withPasswords } from '#features/session/password.server.ts';
import type { Actor } from '#features/session/session.ts';
import { tellAdminsChanged } from './notices.service.ts';
import { requireCurrentPassword, setPassword } from './password.service.ts';
import type { StaffRow } from './staff.repository.ts';
import {
  countOtherAdmins,
  deleteStaff,
  findStaff,
  listStaffs,
  updateStaff,
} from './staff.repository.ts';
import type { ProfileInput, Role, Staff } from './staff.ts';

/** All staff, including pending sign-ups (contract.md#staff). */
export const readStaffs = async (rt: Runtime, actor: Actor): Promise<Staff[]> =>
  (await listStaffs(rt.db, actor.host.id)).map(toStaff);

/** Effective with the person's next request. @throws AppError 404; 409 for the last admin */
export const changeRole = (rt: Runtime, actor: Actor, id: string, role: Role): Promise<Staff> =>
  inTransaction(rt, async (tx) => {
    const staff = await requireStaffRow(tx.db, actor, id);
    if (role !== 'admin') await requireAnotherAdmin(tx.db, staff);
    else requireAddress(staff);
    await requireStillAdmin(tx.db, actor);
    if (staff.role !== role) {
      await tellAdminsChanged(tx, actor, staff, role === 'admin' ? 'made' : 'unmade');
    }
    if (staff.role === 'admin' && role !== 'admin') await endFirstPins(tx.db, actor.host.id);
    const changed = await updateStaff(tx.db, actor.host.id, id, { role });
    await noteEvent(tx, {
      action: 'staff.role_changed',
      hostId: actor.host.id,
      staffId: actor.id,
      target: `${id} ${role}`,
    });
    return toStaff(changed ?? staff);
  });

/** Ends sessions and links (P10), renews the invitation. @throws AppError 404, 409 */
export const removeStaff = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const staff = await requireStaffRow(tx.db, actor, id);
    if (staff.id === actor.id) {
      throw conflict('ご自身を外すことはできません。ほかの管理者にお願いしてください。');
    }
    await requireAnotherAdmin(tx.db, staff);
    await requireStillAdmin(tx.db, actor);
    if (staff.role === 'admin') {
      await tellAdminsChanged(tx, actor, staff, 'removed');
      await endFirstPins(tx.db, actor.host.id);
    }
    await deleteStaff(tx.db, actor.host.id, id);
    // A removed colleague may still have the QR code.
    await makeInvitation(tx, actor.host.id);
    await noteEvent(tx, {
      action: 'staff.deleted',
      hostId: actor.host.id,
      staffId: actor.id,
      target: id,
      // From now on only the event knows the name.
      detail: staff.name,
    });
  });

/** Of two admins who remove each other, only the first succeeds. @throws AppError 403 */
async function requireStillAdmin(tx: Db, actor: Actor): Promise<void> {
  if ((await findStaff(tx, actor.host.id, actor.id))?.role !== 'admin') throw forbidden();
}

async function requireStaffRow(tx: Db, actor: Actor, id: string): Promise<StaffRow> {
  const staff = await findStaff(tx, actor.host.id, id);
  if (!staff) throw notFound();
  return staff;
}

/** An admin signs in with a password. @throws AppError 409 */
function requireAddress({ email }: StaffRow): void {
  if (email !== null) return;
  throw conflict(
    'メールアドレスのない方は、管理者にできません。先に、メールアドレスでの登録をご案内ください。',
  );
}

/** A facility always has an admin. @throws AppError 409 */
async function requireAnotherAdmin(tx: Db, { host_id, id, ...staff }: StaffRow): Promise<void> {
  if (staff.role !== 'admin' || staff.confirmed_at === null) return;
  if ((await countOtherAdmins(tx, host_id, id)) > 0) return;
  throw conflict('管理者が一人もいなくなります。先に、ほかの職員を管理者にしてください。');
}

/** Changes name or password; a new one ends other sessions. @throws AppError 422, 429, 503 */
export async function updateProfile(
  rt: Runtime,
  actor: Actor,
  { name, nameKana, currentPassword, password }: ProfileInput,
): Promise<Staff> {
  const renewed =
    password !== undefined && currentPassword !== undefined
      ? await withPasswords(placeOfHost(actor.host.id), async (passwords) => ({
          stillCurrent: await requireCurrentPassword(rt, passwords, actor, currentPassword),
          passwordHash: await passwords.hash(password),
        }))
      : null;
  const who = { hostId: actor.host.id, staffId: actor.id };
  return inTransaction(rt, async (tx) => {
    if (name !== undefined || nameKana !== undefined) {
      await updateStaff(tx.db, who.hostId, who.staffId, {
        ...(name !== undefined && { name }),
        ...(nameKana !== undefined && { name_kana: nameKana }),
      });
      await noteEvent(tx, { action: 'staff.profile_changed', ...who });
    }
    if (renewed) {
      await renewed.stillCurrent(tx.db);
      await setPassword(tx, who, renewed.passwordHash);
      await endSessions(tx.db, who, actor.sessionId);
      await noteEvent(tx, { action: 'staff.password_changed', ...who });
    }
    return toStaff(await requireStaffRow(tx.db, actor, actor.id));
  });
}

export const toStaff = (row: StaffRow): Staff => ({
  id: row.id,
  name: row.name,
  nameKana: row.name_kana,
  email: row.email,
  role: row.role,
  confirmedAt: row.confirmed_at,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
});

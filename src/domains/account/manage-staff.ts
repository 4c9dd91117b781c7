import { noteAct } from '#domains/audit/record-event.ts';
import { allowMail, allowMailFrom } from '#domains/mail/mail-limits.ts';
import { conflict, forbidden, orMissing } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { sendAccountExists } from './accounts.ts';
import { makeInvitation } from './invite.ts';
import { tellAdminsChanged } from './tell-admins.ts';
import { endTokens } from './one-time/one-time-tokens.ts';
import { requireNoOwnWords } from './password/own-words.ts';
import { placeOfHost, withPasswords } from './password/password.ts';
import { requireCurrentPassword, setPassword } from './password/reset-password.ts';
import { deleteSessions } from './session/session-rows.ts';
import type { Actor, Client } from './session/session.ts';
import { deleteFirstPins } from './shared-device/manage-pins.ts';
import { sendSignUpLink } from './sign-up-staff.ts';
import type { StaffRow } from './staff-rows.ts';
import {
  countOtherAdmins,
  countWithoutAddress,
  deleteStaff,
  findAccount,
  findStaff,
  insertStaff,
  listStaffs,
  updateStaff,
} from './staff-rows.ts';
import type { NewCarerInput, ProfileInput, Role, Staff } from './staff.ts';

/** All staff, including pending sign-ups (contract.md#staff). */
export const readStaffs = async (rt: Runtime, actor: Actor): Promise<Staff[]> =>
  (await listStaffs(rt.db, actor.host.id)).map(toStaff);

/** Effective with the person's next request. @throws AppError 404; 409 for the last admin */
export const changeRole = (rt: Runtime, actor: Actor, id: string, role: Role): Promise<Staff> =>
  inTransaction(rt, async (tx) => {
    const staff = await requireStaffRow(tx.db, actor, id);
    if (role !== 'admin') await requireAnotherAdmin(tx.db, staff);
    else if (staff.email === null) throw conflict(WITHOUT_ADDRESS);
    await requireStillAdmin(tx.db, actor);
    if (staff.role !== role) {
      await tellAdminsChanged(tx, actor, staff, role === 'admin' ? 'made' : 'unmade');
    }
    if (staff.role === 'admin' && role !== 'admin') await deleteFirstPins(tx.db, actor.host.id);
    const changed = await updateStaff(tx.db, actor.host.id, id, { role });
    await noteAct(tx, actor, { action: 'staff.role_changed', target: id, detail: role });
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
      await deleteFirstPins(tx.db, actor.host.id);
    }
    await deleteStaff(tx.db, actor.host.id, id);
    // A removed colleague may still have the QR code.
    await makeInvitation(tx, actor.host.id);
    // From now on only the event knows the name.
    await noteAct(tx, actor, { action: 'staff.deleted', target: id, detail: staff.name });
  });

/** Of two admins who remove each other, only the first succeeds. @throws AppError 403 */
export async function requireStillAdmin(tx: Db, actor: Actor): Promise<void> {
  if ((await findStaff(tx, actor.host.id, actor.id))?.role !== 'admin') throw forbidden();
}

/** @throws AppError 404 */
export async function requireStaffRow(tx: Db, actor: Actor, id: string): Promise<StaffRow> {
  const staff = orMissing(await findStaff(tx, actor.host.id, id));
  return staff;
}

/** An admin signs in with a password. */
const WITHOUT_ADDRESS =
  'メールアドレスのない方は、管理者にできません。先に、メールアドレスでの登録をご案内ください。';

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
  if (password !== undefined) {
    requireNoOwnWords(password, {
      email: actor.email ?? '',
      name: actor.name,
      nameKana: actor.nameKana,
      hostName: actor.host.name,
    });
  }
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
      await noteAct(tx, actor, { action: 'staff.profile_changed' });
    }
    if (renewed) {
      await renewed.stillCurrent(tx.db);
      await setPassword(tx, who, renewed.passwordHash);
      await deleteSessions(tx.db, who, actor.sessionId);
      await noteAct(tx, actor, { action: 'staff.password_changed' });
    }
    return toStaff(await requireStaffRow(tx.db, actor, actor.id));
  });
}

const toStaff = (row: StaffRow): Staff => ({
  id: row.id,
  name: row.name,
  nameKana: row.name_kana,
  email: row.email,
  role: row.role,
  confirmedAt: row.confirmed_at,
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
});

/** Without an address, nothing else bounds them. */
const MOST_WITHOUT_ADDRESS = 300;

/** Adds a colleague by name, for shared devices only. @throws AppError 409 */
export const addCarer = (
  rt: Runtime,
  actor: Actor,
  { name, nameKana }: NewCarerInput,
): Promise<Staff> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    if ((await countWithoutAddress(tx.db, hostId)) >= MOST_WITHOUT_ADDRESS) {
      throw conflict('メールアドレスのない職員は、これ以上加えられません。');
    }
    const id = newId();
    const now = tx.clock.now().toISOString();
    const row = {
      id,
      host_id: hostId,
      email: null,
      name,
      name_kana: nameKana,
      role: 'general' as const,
      password_hash: null,
      confirmed_at: now,
      last_seen_at: null,
      created_at: now,
    };
    await insertStaff(tx.db, row);
    await noteAct(tx, actor, { action: 'staff.added', target: id });
    return toStaff(row);
  });

/**
 * Mails a colleague without an address the link to a full account, which keeps the photos. The
 * owner of a taken address gets a notice instead, with the same answer.
 * @throws AppError 404, 409, 429
 */
export async function inviteCarer(
  rt: Runtime,
  actor: Actor,
  { id, email, client }: { id: string; email: string; client: Client },
): Promise<void> {
  const hostId = actor.host.id;
  await requireNoAddress(rt.db, actor, id);
  await allowMail(rt, { kind: 'invitation', email, client });
  await allowMailFrom(rt, hostId);
  await inTransaction(rt, async (tx) => {
    await requireNoAddress(tx.db, actor, id);
    await endTokens(tx, 'staff_sign_up', { staff_id: id });
    const account = await findAccount(tx.db, email);
    if (account) await sendAccountExists(tx, account);
    else await sendSignUpLink(tx, { id, host_id: hostId, email });
    await noteAct(tx, actor, { action: 'staff.invited', target: id });
  });
}

async function requireNoAddress(db: Db, actor: Actor, id: string): Promise<void> {
  const { email } = await requireStaffRow(db, actor, id);
  if (email !== null) throw conflict('この方には、すでにメールアドレスがあります。');
}

import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

export const listStaffs = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .selectAll()
    .where('host_id', '=', hostId)
    .orderBy((eb) => eb('confirmed_at', 'is', null))
    .orderBy('role')
    .orderBy('name_kana')
    .orderBy('created_at')
    .execute();

export const findStaff = (db: Db, hostId: string, id: string) =>
  db
    .selectFrom('staffs')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .executeTakeFirst();

export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

/** With an address: everyone but those who only use shared devices. */
export type AccountRow = StaffRow & { email: string };
interface Addressed {
  email: string;
}

export const findConfirmedStaff = (db: Db, email: string) =>
  db
    .selectFrom('staffs')
    .selectAll()
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .$narrowType<Addressed>()
    .executeTakeFirst();

export const listPendingStaffs = (db: Db, email: string) =>
  db
    .selectFrom('staffs')
    .selectAll()
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .$narrowType<Addressed>()
    .execute();

export const insertStaff = (db: Db, row: Insertable<Database['staffs']>) =>
  db.insertInto('staffs').values(row).execute();

export const updateStaff = (
  db: Db,
  hostId: string,
  id: string,
  set: Updateable<Database['staffs']>,
) =>
  db
    .updateTable('staffs')
    .set(set)
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes sessions and tokens too. */
export const deleteStaff = (db: Db, hostId: string, id: string) =>
  db.deleteFrom('staffs').where('host_id', '=', hostId).where('id', '=', id).execute();

/** Also in other facilities. */
export const deletePendingStaffs = (db: Db, email: string) =>
  db.deleteFrom('staffs').where('email', '=', email).where('confirmed_at', 'is', null).execute();

/** They always have an address. */
export const listAdmins = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('role', '=', 'admin')
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .$narrowType<Addressed>()
    .execute();

export async function countOtherAdmins(db: Db, hostId: string, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('staffs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('host_id', '=', hostId)
    .where('id', '!=', id)
    .where('role', '=', 'admin')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countWithoutAddress(db: Db, hostId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staffs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('host_id', '=', hostId)
    .where('email', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const deletePendingStaffsBefore = (db: Db, instant: string) =>
  db
    .deleteFrom('staffs')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', instant)
    .execute();

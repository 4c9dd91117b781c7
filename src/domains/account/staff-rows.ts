import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { countRows } from '#server/lists.ts';

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
    .where((eb) => eb.and({ host_id: hostId, id }))
    .executeTakeFirst();

export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>;

/** With an address: everyone but those who only use shared devices. */
export type AccountRow = StaffRow & { email: string };
interface Addressed {
  email: string;
}

/** Addresses are unique across facilities. */
export const findAccount = (db: Db, email: string): Promise<AccountRow | undefined> =>
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
    .where((eb) => eb.and({ email, confirmed_at: null }))
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
    .where((eb) => eb.and({ host_id: hostId, id }))
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
    .where((eb) => eb.and({ host_id: hostId, role: 'admin' }))
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .$narrowType<Addressed>()
    .execute();

export const countOtherAdmins = (db: Db, hostId: string, id: string): Promise<number> =>
  countRows(
    db
      .selectFrom('staffs')
      .where((eb) => eb.and({ host_id: hostId, role: 'admin' }))
      .where('id', '!=', id)
      .where('confirmed_at', 'is not', null),
  );

export const countWithoutAddress = (db: Db, hostId: string): Promise<number> =>
  countRows(db.selectFrom('staffs').where((eb) => eb.and({ host_id: hostId, email: null })));

export const deletePendingStaffsBefore = (db: Db, instant: string) =>
  db
    .deleteFrom('staffs')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', instant)
    .execute();

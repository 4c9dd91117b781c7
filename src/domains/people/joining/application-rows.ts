import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { APPLICATION_DAYS } from './application.ts';

export type ApplicationRow = Selectable<Database['applications']>;

export const insertApplication = (db: Db, row: Insertable<Database['applications']>) =>
  db.insertInto('applications').values(row).execute();

export const findApplicationByToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('applications')
    .innerJoin('hosts', 'hosts.id', 'applications.host_id')
    .selectAll('applications')
    .select('hosts.name as host_name')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** By the id in a signed link. */
export const findApplicationToProve = (db: Db, id: string) =>
  db
    .selectFrom('applications')
    .innerJoin('hosts', 'hosts.id', 'applications.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'applications.host_id')
    .selectAll('applications')
    .select(['hosts.name as host_name', 'facility_endings.ends_on'])
    .where('applications.id', '=', id)
    .executeTakeFirst();

export const findApplication = (db: Db, hostId: string, id: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where((eb) => eb.and({ host_id: hostId, id }))
    .executeTakeFirst();

/** With the residents as they are registered, oldest first. */
export const listWaitingApplications = (db: Db, hostId: string) =>
  db
    .selectFrom('applications')
    .innerJoin('residents', ofOneHost('residents.id', 'applications.resident_id'))
    .selectAll('applications')
    .select(['residents.name as registered_name', 'residents.name_kana as registered_kana'])
    .select(['residents.room', 'residents.photo_consent', 'residents.photo_consent_extent'])
    .where((eb) => eb.and({ 'applications.host_id': hostId, 'applications.decided_at': null }))
    .orderBy('applications.created_at')
    .orderBy('applications.id')
    .execute();

export const updateApplication = (
  db: Db,
  { host_id, id }: Pick<ApplicationRow, 'host_id' | 'id'>,
  set: Updateable<Database['applications']>,
) =>
  db
    .updateTable('applications')
    .set(set)
    .where((eb) => eb.and({ host_id, id }))
    .execute();

/** Refused ones, once their reason could be read, and those that nobody took in. */
export const forgetOldApplications = ({ db, clock }: Runtime) =>
  db
    .deleteFrom('applications')
    .where('family_id', 'is', null)
    .where((eb) => {
      const until = daysBefore(clock.now(), APPLICATION_DAYS);
      return eb(eb.fn.coalesce('decided_at', 'created_at'), '<', until);
    })
    .execute();

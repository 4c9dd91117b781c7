import type { Db } from '#server/database.ts';
import { REMOVE_JOB } from './removal.ts';

export const listHosts = (db: Db) =>
  db
    .selectFrom('hosts')
    .select(['id', 'name', 'plan', 'activated_at', 'trial_ends_at', 'continued_at'])
    .select(['stored_bytes', 'created_at'])
    .select(({ selectFrom }) => [
      selectFrom('residents')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('residents.host_id', '=', 'hosts.id')
        .as('residents'),
      selectFrom('families')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('families.host_id', '=', 'hosts.id')
        .as('families'),
      selectFrom('staffs')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('staffs.host_id', '=', 'hosts.id')
        .as('staffs'),
      selectFrom('items')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('items.host_id', '=', 'hosts.id')
        .where('items.deleted_at', 'is', null)
        .as('items'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** `{"hostId":"…"}` of facilities that are being removed. */
export const listRemovals = (db: Db) =>
  db.selectFrom('jobs').select('payload').where('kind', '=', REMOVE_JOB).execute();

export const findAnyHost = (db: Db) => db.selectFrom('hosts').select('id').executeTakeFirst();

import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

export const findInvitation = (db: Db, hostId: string) =>
  db.selectFrom('invitations').selectAll().where('host_id', '=', hostId).executeTakeFirst();

export const findInvitationByToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('hosts', 'hosts.id', 'invitations.host_id')
    .select(['invitations.host_id', 'invitations.expires_at', 'hosts.name as host_name'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** A new invitation replaces the old one. */
export const upsertInvitation = (db: Db, row: Insertable<Database['invitations']>) =>
  db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('host_id').doUpdateSet((eb) => ({
        token_hash: eb.ref('excluded.token_hash'),
        token_sealed: eb.ref('excluded.token_sealed'),
        expires_at: eb.ref('excluded.expires_at'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();

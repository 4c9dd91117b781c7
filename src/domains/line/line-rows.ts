import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';

export type CodeRow = Insertable<Database['line_codes']>;

export const insertCodes = (db: Db, rows: CodeRow[]) =>
  db.insertInto('line_codes').values(rows).execute();

export const findCode = (db: Db, hash: string) =>
  db.selectFrom('line_codes').selectAll().where('hash', '=', hash).executeTakeFirst();

export const updateUsedCode = (db: Db, hash: string, account: string) =>
  db.updateTable('line_codes').set({ account }).where('hash', '=', hash).execute();

export const deleteExpiredCodes = (db: Db, now: string) =>
  db.deleteFrom('line_codes').where('expires_at', '<=', now).execute();

/** Codes that were not used. */
export const deleteOpenCodes = (db: Db, hostId: string, familyId: string) =>
  db
    .deleteFrom('line_codes')
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId, account: null }))
    .execute();

/** Used ones too: their answer would hold the new link. */
export const deleteCodesOf = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .deleteFrom('line_codes')
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .execute();

/** Codes of cards that wait, the newest last. */
export const listCardCodes = (db: Db, hostId: string, after: string) =>
  db
    .selectFrom('line_codes')
    .select(['family_id as familyId', 'link', 'sealed', 'expires_at as expiresAt'])
    .where('host_id', '=', hostId)
    .where('sealed', 'is not', null)
    .where('account', 'is', null)
    .where('expires_at', '>', after)
    .orderBy('expires_at')
    .execute();

const joinables = (db: Db, hostId: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', ofOneHost('residents.id', 'families.resident_id'))
    .innerJoin('hosts', 'hosts.id', 'families.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'families.host_id')
    .select(['families.id', 'families.token as familyToken', 'residents.token as residentToken'])
    .select(['residents.id as residentId', 'residents.name as residentName'])
    .select(['residents.left_on as leftOn', 'residents.letters_end as lettersEnd'])
    .select('residents.last_letter as lastLetter')
    .select(['hosts.name as hostName', 'hosts.phone as hostPhone', 'facility_endings.ends_on'])
    .where('families.host_id', '=', hostId);

export const findJoinable = (db: Db, hostId: string, familyId: string) =>
  joinables(db, hostId).where('families.id', '=', familyId).executeTakeFirst();

export const listJoinables = (db: Db, hostId: string, familyIds: readonly string[]) =>
  joinables(db, hostId).where('families.id', 'in', orNone(familyIds)).execute();

export const insertAccount = (db: Db, row: Insertable<Database['line_accounts']>) =>
  db
    .insertInto('line_accounts')
    .values(row)
    .onConflict((conflict) =>
      // A later joining outlives an earlier stop that arrives after it.
      conflict
        .columns(['host_id', 'family_id', 'account'])
        .doUpdateSet({ joined_at: row.joined_at }),
    )
    .execute();

export const listAccountsOf = (db: Db, hostId: string, familyId: string) =>
  db
    .selectFrom('line_accounts')
    .select(['account', 'joined_at'])
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId }))
    .orderBy('joined_at')
    .execute();

/** Whom an admin is asked about. */
export const listNames = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .selectFrom('line_accounts')
    .innerJoin('families', ofOneHost('families.id', 'line_accounts.family_id'))
    .select(['line_accounts.family_id as familyId', 'families.name as familyName'])
    .select(['line_accounts.name', 'line_accounts.joined_at as joinedAt'])
    .where('line_accounts.host_id', '=', hostId)
    .where('line_accounts.family_id', 'in', orNone(familyIds))
    .orderBy('line_accounts.joined_at')
    .orderBy('line_accounts.account')
    .execute();

export const updateName = (db: Db, account: string, name: string) =>
  db.updateTable('line_accounts').set({ name }).where('account', '=', account).execute();

/** All families that an account gets letters of, in every facility. */
export const listJoined = (db: Db, account: string) =>
  db
    .selectFrom('line_accounts')
    .innerJoin('hosts', 'hosts.id', 'line_accounts.host_id')
    .select(['line_accounts.host_id as hostId', 'line_accounts.family_id as familyId'])
    .select(['line_accounts.joined_at as joinedAt', 'hosts.name as hostName'])
    .select('hosts.phone as hostPhone')
    .where('line_accounts.account', '=', account)
    .orderBy('line_accounts.joined_at')
    .orderBy('line_accounts.family_id')
    .execute();

export const deleteAccounts = (
  db: Db,
  hostId: string,
  familyId: string,
  accounts: readonly string[],
) =>
  db
    .deleteFrom('line_accounts')
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId }))
    .where('account', 'in', orNone(accounts))
    .execute();

export const updateByLine = (db: Db, hostId: string, familyId: string, byLine: 0 | 1) =>
  db
    .updateTable('families')
    .set({ by_line: byLine })
    .where((eb) => eb.and({ host_id: hostId, id: familyId }))
    .where('by_line', '<>', byLine)
    .execute();

/** Keeps the latest. */
export const insertStop = (db: Db, account: string, stoppedAt: string) =>
  db
    .insertInto('line_stops')
    .values({ account, stopped_at: stoppedAt })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet({ stopped_at: stoppedAt })
        .where('line_stops.stopped_at', '<', stoppedAt),
    )
    .execute();

export const findStop = (db: Db, account: string) =>
  db
    .selectFrom('line_stops')
    .select('stopped_at as stoppedAt')
    .where('account', '=', account)
    .executeTakeFirst();

export const deleteStopsBefore = (db: Db, before: string) =>
  db.deleteFrom('line_stops').where('stopped_at', '<', before).execute();

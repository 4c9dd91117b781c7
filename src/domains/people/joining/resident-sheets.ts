import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { isHostActive } from '#domains/facility/host.ts';
import { isHere } from '#domains/people/life-days.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { DAY_MS } from '#lib/durations.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { SHEET_DAYS } from './application.ts';
import { newSheetCode, readSheetCode, writtenCode } from './sheet-code.ts';

/** What a resident's sheet has on it; it serves all relatives until it ends. */
interface SheetCode {
  /** `1234-5678-9012` */
  code: string;
  url: string;
  expiresAt: string;
}

/** A new sheet for a resident; the one before ends. @throws AppError 404; 409 after leaving */
export const renewSheet = (rt: Runtime, actor: Actor, residentId: string): Promise<SheetCode> =>
  inTransaction(rt, async (tx) => {
    const row = orMissing(await findResident(tx.db, actor.host.id, residentId));
    if (!isHere(tx, row)) throw conflict('こちらで暮らしている方ではないので、作れません。');
    const sheet = await makeSheet(tx, actor.host.id, residentId);
    await noteAct(tx, actor, { action: 'sheet.made', target: residentId, residentId });
    return sheet;
  });

/** Of all who live here and have none that is good. @returns how many were made */
export const addSheets = (rt: Runtime, actor: Actor): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    const open = await readSheets(tx, hostId);
    const residents = (await listStays(tx.db, hostId)).filter(
      (row) => isHere(tx, row) && !open.has(row.id),
    );
    for (const { id } of residents) await makeSheet(tx, hostId, id);
    const detail = residents.length;
    if (residents.length > 0) await noteAct(tx, actor, { action: 'sheet.made_for_all', detail });
    return residents.length;
  });

/** Those that are good, by resident. */
export async function readSheets(
  { db, clock, secrets, env }: Pick<Runtime, 'db' | 'clock' | 'secrets' | 'env'>,
  hostId: string,
): Promise<Map<string, SheetCode>> {
  const rows = await listSheets(db, hostId, clock.now().toISOString());
  const sheets = rows.flatMap(({ resident_id, code_sealed, expires_at }) => {
    const figures = secrets.unseal(code_sealed);
    return figures === null ? [] : [[resident_id, toSheet(env, figures, expires_at)] as const];
  });
  return new Map(sheets);
}

/** The resident a relative's form is for. It may show only the facility's name. */
export interface OpenSheet {
  hostId: string;
  hostName: string;
  residentId: string;
  /** What limits count. */
  codeHash: string;
}

/** @returns null if it is unknown, renewed or over, or the resident has left */
export async function findOpenSheet(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  text: string,
): Promise<OpenSheet | null> {
  const figures = readSheetCode(text);
  const row = figures === null ? undefined : await findSheet(db, hashToken(figures));
  if (!row || Date.parse(row.expires_at) <= clock.now().getTime()) return null;
  if (!isHere({ clock }, row) || !isHostActive(row, clock.now())) return null;
  const { host_id: hostId, host_name: hostName, resident_id: residentId } = row;
  return { hostId, hostName, residentId, codeHash: row.code_hash };
}

async function makeSheet(tx: Tx, hostId: string, residentId: string): Promise<SheetCode> {
  const figures = newSheetCode();
  const now = tx.clock.now();
  const expires_at = new Date(now.getTime() + SHEET_DAYS * DAY_MS).toISOString();
  await upsertSheet(tx.db, {
    host_id: hostId,
    resident_id: residentId,
    code_hash: hashToken(figures),
    code_sealed: tx.secrets.seal(figures),
    expires_at,
    created_at: now.toISOString(),
  });
  return toSheet(tx.env, figures, expires_at);
}

const toSheet = (env: Runtime['env'], figures: string, expiresAt: string): SheetCode => ({
  code: writtenCode(figures),
  url: `${env.PUBLIC_URL}${paths.joinBy(figures)}`,
  expiresAt,
});

const listStays = (db: Db, hostId: string) =>
  db
    .selectFrom('residents')
    .select(['id', 'left_on', 'died_on'])
    .where('host_id', '=', hostId)
    .execute();

const listSheets = (db: Db, hostId: string, now: string) =>
  db
    .selectFrom('sheets')
    .select(['resident_id', 'code_sealed', 'expires_at'])
    .where('host_id', '=', hostId)
    .where('expires_at', '>', now)
    .execute();

const findSheet = (db: Db, codeHash: string) =>
  db
    .selectFrom('sheets')
    .innerJoin('hosts', 'hosts.id', 'sheets.host_id')
    .leftJoin('facility_endings', 'facility_endings.host_id', 'sheets.host_id')
    .innerJoin('residents', ofOneHost('residents.id', 'sheets.resident_id'))
    .select(['sheets.host_id', 'sheets.resident_id', 'sheets.code_hash', 'sheets.expires_at'])
    .select(['hosts.name as host_name', 'hosts.activated_at', 'hosts.trial_ends_at'])
    .select(['hosts.continued_at', 'facility_endings.ends_on'])
    .select(['residents.left_on', 'residents.died_on'])
    .where('sheets.code_hash', '=', codeHash)
    .executeTakeFirst();

/** A new sheet replaces the one before. */
const upsertSheet = (db: Db, row: Insertable<Database['sheets']>) =>
  db
    .insertInto('sheets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['host_id', 'resident_id']).doUpdateSet(row))
    .execute();

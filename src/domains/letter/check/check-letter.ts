import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { isForLetters } from '#domains/item/item-rows.ts';
import { isOfMonth } from '#domains/letter/who-sees-what.ts';
import { readResidentStay } from '#domains/people/read-residents.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import type { Check, CheckChange } from './check.ts';
import { whatFollows } from '#domains/people/what-follows.ts';

const toCheck = (residentId: string, row: NamedCheckRow | undefined): Check => ({
  residentId,
  checked: (row?.checked_at ?? null) !== null,
  checkedBy: row?.checker_name ?? null,
  checkedAt: row?.checked_at ?? null,
  whySkipped: row?.held_back ?? null,
  skippedBy: row?.skipper_name ?? null,
  skippedAt: row?.held_back_at ?? null,
});

const keyOf = ({ host }: Actor, yearMonth: YearMonth, residentId: string): CheckKey => ({
  host_id: host.id,
  resident_id: residentId,
  year_month: yearMonth,
});

/** A month's checks by resident. */
export async function readChecks(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<Map<string, Check>> {
  const rows = await listChecks(rt.db, host.id, yearMonth);
  return new Map(rows.map((row) => [row.resident_id, toCheck(row.resident_id, row)]));
}

/** null if the letter goes out. */
export const readWhySkipped = async (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
): Promise<string | null> =>
  (await findCheck(rt.db, keyOf(actor, yearMonth, residentId)))?.held_back ?? null;

export const noCheck = (residentId: string): Check => toCheck(residentId, undefined);

/** Checks a resident's letter, or skips it (domain.md#skipped-letters). @throws AppError 404 */
export async function changeCheckIn(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
  { checked, whySkipped }: CheckChange,
): Promise<Check> {
  const key = keyOf(actor, yearMonth, residentId);
  if (!(await readResidentStay(tx.db, actor, residentId))) throw notFound();
  const before = toCheck(residentId, await findCheck(tx.db, key));
  if (checked !== undefined && (await isNews(tx.db, key, before, checked))) {
    await saveCheck(tx.db, key, {
      checked_at: checked ? tx.clock.now().toISOString() : null,
      checked_by: checked ? actor.id : null,
    });
    await act(tx, actor, key, checked ? 'letter.checked' : 'letter.unchecked');
  }
  if (whySkipped !== undefined && whySkipped !== before.whySkipped) {
    await skip(tx, actor, key, whySkipped);
  }
  return toCheck(residentId, await findCheck(tx.db, key));
}

/** The first check stays, until something comes after it. */
async function isNews(db: Db, key: CheckKey, { checkedAt }: Check, checked: boolean) {
  if (checked !== (checkedAt !== null)) return true;
  return checkedAt !== null && (await hasNewer(db, key, checkedAt));
}

/** @param reason null to send it after all */
async function skip(tx: Tx, actor: Actor, key: CheckKey, reason: string | null) {
  await saveCheck(tx.db, key, {
    held_back: reason,
    held_back_at: reason === null ? null : tx.clock.now().toISOString(),
    held_back_by: reason === null ? null : actor.id,
  });
  if (reason !== null) {
    await whatFollows().withdrawLettersOf(tx, key.host_id, key.resident_id, key.year_month);
  }
  await act(tx, actor, key, reason === null ? 'letter.sent_after_all' : 'letter.held_back');
}

type Checked = `letter.${'checked' | 'unchecked' | 'held_back' | 'sent_after_all'}`;

const act = (tx: Tx, actor: Actor, { resident_id, year_month }: CheckKey, action: Checked) =>
  noteAct(tx, actor, { action, residentId: resident_id, detail: year_month });

interface CheckKey {
  host_id: string;
  resident_id: string;
  year_month: YearMonth;
}

type CheckRow = Insertable<Database['letter_checks']>;

const withNames = (db: Db) =>
  db
    .selectFrom('letter_checks')
    .leftJoin('staffs as checker', 'checker.id', 'letter_checks.checked_by')
    .leftJoin('staffs as skipper', 'skipper.id', 'letter_checks.held_back_by')
    .select(['letter_checks.resident_id', 'letter_checks.checked_at', 'letter_checks.held_back'])
    .select(['letter_checks.held_back_at', 'checker.name as checker_name'])
    .select('skipper.name as skipper_name');

type NamedCheckRow = Awaited<ReturnType<typeof listChecks>>[number];

const findCheck = (db: Db, { host_id, resident_id, year_month }: CheckKey) =>
  withNames(db)
    .where('letter_checks.host_id', '=', host_id)
    .where('letter_checks.resident_id', '=', resident_id)
    .where('letter_checks.year_month', '=', year_month)
    .executeTakeFirst();

const listChecks = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withNames(db)
    .where('letter_checks.host_id', '=', hostId)
    .where('letter_checks.year_month', '=', yearMonth)
    .execute();

/** Whether a note or a photo of that letter came after some time. */
async function hasNewer(db: Db, key: CheckKey, at: string): Promise<boolean> {
  const note = db
    .selectFrom('letter_notes')
    .select('resident_id')
    .where('host_id', '=', key.host_id)
    .where((eb) => eb.and({ resident_id: key.resident_id, year_month: key.year_month }))
    .where('updated_at', '>', at);
  const photo = db
    .selectFrom('items')
    .select('items.resident_id')
    .where((eb) => eb.and({ 'items.host_id': key.host_id, 'items.resident_id': key.resident_id }))
    .where(isForLetters)
    .where(isOfMonth(key.year_month))
    .where('items.created_at', '>', at);
  return [await note.executeTakeFirst(), await photo.executeTakeFirst()].some(Boolean);
}

/** Only the columns that are given. */
const saveCheck = (db: Db, key: CheckKey, change: Partial<Omit<CheckRow, keyof CheckKey>>) =>
  db
    .insertInto('letter_checks')
    .values({
      ...key,
      checked_at: null,
      checked_by: null,
      held_back: null,
      held_back_at: null,
      held_back_by: null,
      ...change,
    })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'resident_id', 'year_month']).doUpdateSet(change),
    )
    .execute();

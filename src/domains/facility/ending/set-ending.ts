import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Acting } from '#domains/audit/audit.ts';
import { noteAct, noteEvent } from '#domains/audit/record-event.ts';
import { lastDayOfTrial } from '#domains/facility/host.ts';
import { findHost, readSendsUntil } from '#domains/facility/read-host.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf, isCivilDate } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { EndingInput, EndingPhase } from './ending.ts';
import {
  LEAST_DAYS_AHEAD,
  firstLastDay,
  formatEndingDay,
  isOverFor,
  lastLastDay,
  phaseOf,
} from './ending.ts';

interface Ending extends EndingInput {
  hostId: string;
}

/**
 * Sets a facility's last day, or another one: then its days to read are counted anew.
 * @param actor its admin; null for the operator
 * @throws AppError 404; 409 if it is over, or the operator's; 422 for a day that is too near or far
 */
export const setEnding = (
  rt: Runtime,
  actor: Acting | null,
  { hostId, endsOn, words, isShort }: Ending,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    if (!(await findHost(tx.db, hostId))) throw notFound();
    const before = await findEnding(tx.db, hostId);
    if (actor && before) requireOwn(before, tx.clock.now());
    const asked_by = actor ? 'facility' : 'operator';
    const own = actor ? {} : ownOf(before);
    // Other words for the same day are no other day, which may have come near meanwhile.
    if (before?.ends_on === endsOn) {
      const said = actor || words !== '' ? words : before.words;
      if (before.words === said && before.asked_by === asked_by) return;
      await updateEnding(tx.db, hostId, { words: said, asked_by, ...own });
    } else {
      requirePossible(endsOn, tx.clock.now(), isShort);
      if (before) await leaveOut(tx, hostId, before.ends_on);
      await replaceEnding(tx.db, {
        ...{ host_id: hostId, ends_on: endsOn, words, asked_by, ...own },
        created_at: tx.clock.now().toISOString(),
      });
    }
    await note(tx, actor, hostId, { verb: 'set', detail: endsOn });
  });

/**
 * The operator's end holds for a facility that ends by itself before it: its admin can no longer
 * take that back alone, so that no facility is left without an end, and every family is told.
 */
export const bindEnding = (rt: Runtime, hostId: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const before = await findEnding(tx.db, hostId);
    if (!before || before.asked_by === 'operator') return;
    await updateEnding(tx.db, hostId, { asked_by: 'operator', ...ownOf(before) });
    await note(tx, null, hostId, { verb: 'set', detail: before.ends_on });
  });

/** What the facility itself had set, under the operator's. */
const ownOf = (before: EndingRow | undefined): Own => {
  if (!before) return {};
  return before.asked_by === 'facility'
    ? { own_ends_on: before.ends_on, own_words: before.words }
    : { own_ends_on: before.own_ends_on, own_words: before.own_words };
};

type Own = Partial<Pick<EndingRow, 'own_ends_on' | 'own_words'>>;

/**
 * All goes on as before, with the day that the facility itself had set, if the operator's is taken
 * back; possible until the facility is deleted.
 * @param actor its admin; null for the operator
 * @throws AppError 409 without an ending, or if it is the operator's
 */
export const takeBackEnding = (
  rt: Runtime,
  actor: Acting | null,
  { hostId }: { hostId: string },
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const before = await findEnding(tx.db, hostId);
    if (!before) throw conflict('終わりの日は決まっていません。何も変わっていません。');
    if (actor && before.asked_by === 'operator') throw conflict(OPERATORS);
    await leaveOut(tx, hostId, before.ends_on);
    const { own_ends_on: ends_on, own_words: words } = before;
    if (actor || ends_on === null) await deleteEnding(tx.db, hostId);
    else if (ends_on === before.ends_on) {
      await updateEnding(tx.db, hostId, { asked_by: 'facility', words, ...NO_OWN });
    } else {
      await replaceEnding(tx.db, {
        ...{ host_id: hostId, ends_on, words, asked_by: 'facility' },
        created_at: tx.clock.now().toISOString(),
      });
    }
    await note(tx, actor, hostId, { verb: 'taken_back', detail: before.ends_on });
  });

/** Letters of a month do not go if its 1st lay behind a last day that no longer holds. */
type LeaveOut = (tx: Tx, hostId: string, endsOn: CivilDate) => Promise<void>;
/** Deliveries come later in the order: `domains/wiring.ts` registers it. */
let leaveOut: LeaveOut = () => Promise.reject(new Error('import domains/wiring.ts'));
export const registerMissed = (leavesOut: LeaveOut): void => {
  leaveOut = leavesOut;
};

const NO_OWN = { own_ends_on: null, own_words: '' };

const OPERATORS =
  'この終わりの日は、つきだよりの運営者が決めました。変えるときは、運営者にご連絡ください。';

function requireOwn(before: EndingRow, now: Date): void {
  if (before.asked_by === 'operator') throw conflict(OPERATORS);
  if (isOverFor(before.ends_on, now)) {
    throw conflict('施設のご利用は終わっています。日を変えるには、先に取り消してください。');
  }
}

/** @throws AppError 422 for a day that is too near or far */
function requirePossible(endsOn: CivilDate, now: Date, isShort: boolean): void {
  const today = civilDateOf(now);
  if (!isCivilDate(endsOn)) throw wrongDay('最後の日を選んでください。');
  if (endsOn < today) throw wrongDay('最後の日は、今日かそれよりあとの日にしてください。');
  if (isShort && endsOn < firstLastDay(now, true)) {
    throw wrongDay(
      '最後の日は、明日かそれよりあとの日にしてください。今日は、もうご家族にお知らせできません。',
    );
  }
  if (endsOn < firstLastDay(now, isShort)) {
    const first = formatEndingDay(firstLastDay(now, false));
    throw wrongDay(
      `最後の日は、${LEAST_DAYS_AHEAD}日先の${first}からです。それより前にするときは、下の「${SHORT}」にしるしを付けてください。`,
    );
  }
  if (endsOn > lastLastDay(today)) throw wrongDay('最後の日が先すぎます。年を確かめてください。');
}

/** Beside the tick with which an admin chooses an earlier day. */
export const SHORT = `ご家族への知らせが${LEAST_DAYS_AHEAD}日より短くなることを、わかっています`;

const wrongDay = (text: string) => invalid(text, { endsOn: [text] });

interface Noted {
  verb: 'set' | 'taken_back';
  detail: CivilDate;
}

const note = (tx: Tx, actor: Acting | null, hostId: string, { verb, detail }: Noted) =>
  actor
    ? noteAct(tx, actor, { action: `host.ending_${verb}`, detail })
    : noteEvent(tx, { action: `operator.ending_${verb}`, hostId, detail });

/** What a page shows of it. */
export interface EndingState {
  endsOn: CivilDate;
  words: string;
  isOperators: boolean;
  phase: EndingPhase;
  /** The last day of a trial that ends before. */
  trialEndsOn: CivilDate | null;
}

/** null without one. */
export async function readEnding(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
): Promise<EndingState | null> {
  const row = await findEnding(db, hostId);
  if (!row) return null;
  const { ends_on: endsOn, words, asked_by } = row;
  const trial = await readSendsUntil(db, hostId);
  const trialEndsOn = trial === null ? null : lastDayOfTrial(trial);
  return {
    trialEndsOn: trialEndsOn !== null && trialEndsOn < endsOn ? trialEndsOn : null,
    endsOn,
    words,
    isOperators: asked_by === 'operator',
    phase: phaseOf(endsOn, clock.now()),
  };
}

export type EndingRow = Selectable<Database['facility_endings']>;

export const findEnding = (db: Db, hostId: string): Promise<EndingRow | undefined> =>
  db.selectFrom('facility_endings').selectAll().where('host_id', '=', hostId).executeTakeFirst();

async function replaceEnding(db: Db, row: Insertable<Database['facility_endings']>): Promise<void> {
  await deleteEnding(db, row.host_id);
  await db.insertInto('facility_endings').values(row).execute();
}

type Change = Partial<Pick<EndingRow, 'words' | 'asked_by'>> & Own;

const updateEnding = (db: Db, hostId: string, set: Change) =>
  db.updateTable('facility_endings').set(set).where('host_id', '=', hostId).execute();

const deleteEnding = (db: Db, hostId: string) =>
  db.deleteFrom('facility_endings').where('host_id', '=', hostId).execute();

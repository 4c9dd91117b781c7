import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { forbidden, notFound } from '#lib/errors.ts';
import { isHere } from '#domains/people/life-days.ts';
import { sortByName } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AnswerRow } from './answer-rows.ts';
import {
  countAnswersByMonth,
  countWaitingAnswers,
  findAnswer,
  listAnswersOfMonth,
  listNewAnswers,
  listWaitingAnswers,
  updateAnswer,
} from './answer-rows.ts';
import type { Answer, AnswerChange, AnswersQuery } from './answer.ts';
import { LISTED_ANSWERS } from './answer.ts';

/** Of a month's letter, newest first; hidden ones only for admins. */
export async function readAnswersOfMonth(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<Answer[]> {
  const rows = await listAnswersOfMonth(rt.db, actor.host.id, yearMonth);
  return rows.filter((row) => isShownTo(actor, row)).map(toAnswer(rt, actor));
}

/** The same; of all months those that nobody has passed on yet, newest first. */
const readAnswersOf = async (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth | null,
): Promise<Answer[]> =>
  yearMonth === null
    ? (await listNewAnswers(rt.db, actor.host.id)).map(toAnswer(rt, actor))
    : readAnswersOfMonth(rt, actor, yearMonth);

/** Those that nobody has passed on, answered or hidden: the newest few, and how many. */
export async function readWaitingAnswers(rt: Runtime, actor: Actor, limit: number) {
  const first = (await listWaitingAnswers(rt.db, actor.host.id, limit)).map(toAnswer(rt, actor));
  return { first, count: await readWaitingCount(rt, actor) };
}

export const readWaitingCount = ({ db }: Runtime, { host }: Actor): Promise<number> =>
  countWaitingAnswers(db, host.id);

/** @throws AppError 404, also for a hidden one unless the actor is an admin */
export async function readAnswer(rt: Runtime, actor: Actor, id: string): Promise<Answer> {
  const row = await findAnswer(rt.db, actor.host.id, id);
  if (!row || !isShownTo(actor, row)) throw notFound();
  return toAnswer(rt, actor)(row);
}

export interface AnswerMonth {
  yearMonth: YearMonth;
  count: number;
  /** Not passed on. */
  unread: number;
}

/** Months with answers, the latest first. */
const readAnswerMonths = ({ db }: Runtime, { host }: Actor): Promise<AnswerMonth[]> =>
  countAnswersByMonth(db, host.id);

/** null without any. */
export async function readMonthCount(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<AnswerMonth | null> {
  const months = await readAnswerMonths(rt, actor);
  return months.find((month) => month.yearMonth === yearMonth) ?? null;
}

/** In the order of residents, and of time for each. */
const byResident = (answers: readonly Answer[]): Answer[] =>
  sortByName(
    [...answers].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    ({ resident }) => resident,
  );

/**
 * What is printed to be handed over: a month's, or the new ones; never hidden ones, nor those to a
 * resident who left or died. The printing is recorded.
 */
export async function readAnswerCards(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth | null,
): Promise<Answer[]> {
  const all = await readAnswersOf(rt, actor, yearMonth);
  const cards = byResident(all.filter(({ isHidden, isToTell }) => isToTell && !isHidden));
  if (cards.length > 0) await noteAct(rt, actor, { action: 'export.answers', detail: yearMonth });
  return cards;
}

/** Marks as passed on, or hides; both can be taken back. @throws AppError 403, 404 */
export async function changeAnswer(
  rt: Runtime,
  actor: Actor,
  id: string,
  { passedOn, hidden }: AnswerChange,
): Promise<Answer> {
  return inTransaction(rt, async (tx) => {
    const row = await findAnswer(tx.db, actor.host.id, id);
    if (!row || !isShownTo(actor, row)) throw notFound();
    if (hidden !== undefined && !actor.isAdmin) throw forbidden();
    if (passedOn !== undefined) await passOn(tx, actor, row, passedOn);
    if (hidden !== undefined) await hide(tx, actor, row, hidden);
    return readAnswer(tx, actor, id);
  });
}

/** The first person to say so is kept. */
async function passOn(tx: Tx, actor: Actor, row: AnswerRow, isPassedOn: boolean): Promise<void> {
  if (isPassedOn === (row.passed_on_at !== null)) return;
  const set = isPassedOn
    ? { passed_on_at: tx.clock.now().toISOString(), passed_on_by: actor.id }
    : { passed_on_at: null, passed_on_by: null };
  await updateAnswer(tx.db, actor.host.id, row.id, set);
  await note(tx, actor, row, isPassedOn ? 'answer.passed_on' : 'answer.taken_back');
}

async function hide(tx: Tx, actor: Actor, row: AnswerRow, isHidden: boolean): Promise<void> {
  if (isHidden === (row.hidden_at !== null)) return;
  const set = { hidden_at: isHidden ? tx.clock.now().toISOString() : null };
  await updateAnswer(tx.db, actor.host.id, row.id, set);
  await note(tx, actor, row, isHidden ? 'answer.hidden' : 'answer.shown');
}

type Handled = `answer.${'passed_on' | 'taken_back' | 'hidden' | 'shown'}`;

const note = (tx: Tx, actor: Actor, row: AnswerRow, action: Handled) =>
  noteAct(tx, actor, {
    action,
    target: row.id,
    residentId: row.resident_id,
    detail: row.year_month,
  });

const isShownTo = (actor: Actor, { hidden_at }: AnswerRow): boolean =>
  hidden_at === null || actor.isAdmin;

const toAnswer =
  (rt: Pick<Runtime, 'clock'>, { isAdmin }: Actor) =>
  (row: AnswerRow): Answer => ({
    id: row.id,
    yearMonth: row.year_month,
    resident: {
      id: row.resident_id,
      name: row.resident_name,
      nameKana: row.resident_kana,
      room: row.resident_room || null,
    },
    familyName: row.family_name,
    relationship: row.relationship,
    body: row.body,
    createdAt: row.created_at,
    passedOn: row.passed_on_at === null ? null : { at: row.passed_on_at, by: row.passed_on_by },
    isHidden: row.hidden_at !== null,
    reply:
      row.replied_at === null
        ? null
        : { body: row.reply, at: row.replied_at, by: row.replied_by, toldWay: row.told_way },
    isToTell: isHere(rt, row),
    canRead: row.family_id !== null && row.family_resident_id === row.resident_id,
    phone: isAdmin ? (row.phone ?? '') : '',
  });

interface AnswersPage {
  months: AnswerMonth[];
  /** Those to pass on come first. */
  list: PageOf<Answer>;
  hidden: Answer[];
  takesAnswers: boolean;
}

/** Data of the staff's page of answers. */
export async function readAnswersPage(
  rt: Runtime,
  actor: Actor,
  { yearMonth, page }: AnswersQuery,
): Promise<AnswersPage> {
  const all = await readAnswersOf(rt, actor, yearMonth);
  const shown = all.filter(({ isHidden }) => !isHidden);
  const isNew = ({ passedOn }: Answer): boolean => passedOn === null;
  const { takesAnswers } = await readDeliverySettings(rt, actor.host.id);
  return {
    months: await readAnswerMonths(rt, actor),
    list: pageOf(
      [...shown.filter(isNew), ...shown.filter((answer) => !isNew(answer))],
      page,
      LISTED_ANSWERS,
    ),
    hidden: all.filter(({ isHidden }) => isHidden),
    takesAnswers,
  };
}

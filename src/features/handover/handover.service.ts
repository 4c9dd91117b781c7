import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, notFound } from '#lib/errors.ts';
import { formatDay, formatMonth } from '#lib/format-ja.ts';
import { sortByName } from '#lib/kana.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { monthToDeliver } from '#features/delivery/schedule.ts';
import { deliveryDay, isDelivered } from '#features/letter/letter.ts';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Handover, HandoverCounts, HandoverFacts, NotHanded } from './handover.ts';
import { NOT_HANDED_TEXT, countHandovers, whyNotHanded } from './handover.ts';
import type { HandoverRow } from './handover.repository.ts';
import {
  deleteHandover,
  deleteHandedLinks,
  deleteHandoversOf,
  findHandover,
  insertHandover,
  listHandovers,
} from './handover.repository.ts';

interface HandoverList {
  yearMonth: YearMonth;
  /** By resident, in あいうえお order. */
  handovers: Handover[];
  /** Families by link or on paper that get nothing this month. */
  others: (Handover & { reason: NotHanded })[];
}

/** Whose letters staff hand over (domain.md#handing-over). */
export async function readHandoverList(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<HandoverList> {
  const rows = await listHandovers(db, hostId, yearMonth);
  // Whether a letter of someone who is away goes out is about their own photos.
  const away = rows.some(({ awaySince }) => awaySince !== null);
  const among = away ? rows.map(({ residentId }) => residentId) : undefined;
  const contents = await readMonthContents(db, hostId, yearMonth, among);
  const list: HandoverList = { yearMonth, handovers: [], others: [] };
  const sorted = sortByName(rows.map(toHandover), ({ handover }) => handover.resident);
  for (const { row, handover } of sorted) {
    const reason = whyNotHanded(factsOf(row), contents);
    if (reason === null) list.handovers.push(handover);
    else if (reason !== 'email') list.others.push({ ...handover, reason });
  }
  return list;
}

const factsOf = (row: HandoverRow): HandoverFacts => ({
  ...row,
  photosHidden: row.photosHidden === 1,
  isDone: row.doneAt !== null,
  isMailed: row.mailedAt !== null,
});

const toHandover = (row: HandoverRow) => ({
  row,
  handover: {
    familyId: row.id,
    familyName: row.name,
    relationship: row.relationship,
    resident: {
      id: row.residentId,
      name: row.residentName,
      nameKana: row.residentKana,
      room: row.room,
    },
    delivery: row.delivery,
    done: row.doneAt === null ? null : { at: row.doneAt, by: row.doneBy },
    seenAt: row.seenAt,
  } satisfies Handover,
});

export async function readHandoverCounts(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<HandoverCounts> {
  const { handovers } = await readHandoverList(db, hostId, yearMonth);
  return countHandovers(yearMonth, handovers);
}

/** Of the letter that came out last. */
export const readLastHandovers = ({ db, clock }: Runtime, { host }: Actor) =>
  readHandoverCounts(db, host.id, monthToDeliver(clock.now()));

const notOutText = (yearMonth: YearMonth, today: CivilDate): string =>
  `${formatMonth(yearMonth)}号は制作中です。${formatDay(deliveryDay(yearMonth), today)}にできあがってから、お渡しください。`;

const BY_MAIL =
  'このご家族には、メールでお届けしています。お渡しした印は、リンクか印刷のご家族につけられます。';

/** Ticks a family's letter as handed over, or takes it back. @throws AppError 404, 409 */
export async function changeHandover(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  familyId: string,
  isDone: boolean,
): Promise<Handover> {
  const hostId = actor.host.id;
  return inTransaction(rt, async (tx) => {
    const row = await findHandover(tx.db, hostId, yearMonth, familyId);
    if (!row) throw notFound();
    if (isDone !== (row.doneAt !== null)) {
      if (isDone) await tick(tx, actor, yearMonth, row);
      else await deleteHandover(tx.db, hostId, yearMonth, familyId);
      await noteAct(tx, actor, {
        action: isDone ? 'handover.done' : 'handover.taken_back',
        target: familyId,
        residentId: row.residentId,
        detail: String(yearMonth),
      });
    }
    const after = await findHandover(tx.db, hostId, yearMonth, familyId);
    return toHandover(after ?? row).handover;
  });
}

async function tick(tx: Tx, actor: Actor, yearMonth: YearMonth, row: HandoverRow): Promise<void> {
  const { delivery } = row;
  const today = civilDateOf(tx.clock.now());
  if (!isDelivered(yearMonth, today)) throw conflict(notOutText(yearMonth, today));
  if (delivery === 'email') throw conflict(BY_MAIL);
  const contents = await readMonthContents(tx.db, actor.host.id, yearMonth, [row.residentId]);
  const reason = whyNotHanded(factsOf(row), contents);
  if (reason !== null && reason !== 'email') throw conflict(`${NOT_HANDED_TEXT[reason]}。`);
  await insertHandover(tx.db, {
    host_id: actor.host.id,
    family_id: row.id,
    year_month: yearMonth,
    delivery,
    done_at: tx.clock.now().toISOString(),
    done_by: actor.id,
  });
}

/** What was handed over was another resident's letter. */
export const forgetHandovers = (tx: Tx, hostId: string, familyId: string) =>
  deleteHandoversOf(tx.db, hostId, familyId);

/** A link that was handed over opens nothing any more: the new one is still to be given. */
export async function handLinksAgain(
  tx: Tx,
  hostId: string,
  familyIds: readonly string[],
): Promise<void> {
  if (familyIds.length === 0) return;
  await deleteHandedLinks(tx.db, hostId, familyIds, monthToDeliver(tx.clock.now()));
}

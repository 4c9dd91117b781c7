import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { familyWay } from '#domains/people/family-rows.ts';
import { deliveryDay, isDelivered, monthToDeliver } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, notFound } from '#lib/errors.ts';
import { formatDay, formatMonth } from '#lib/format-ja.ts';
import { sortByName } from '#lib/kana.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Handover, HandoverCounts, HandoverFacts, NotHanded } from './handover.ts';
import { NOT_HANDED_TEXT, countHandovers, wayByHand, whyNotHanded } from './handover.ts';
import { familiesInMonth } from './mail-state-rows.ts';

interface HandoverList {
  yearMonth: YearMonth;
  /** By resident, in あいうえお order. */
  handovers: Handover[];
  /** Families by link or on paper that get nothing this month. */
  others: (Handover & { reason: NotHanded })[];
}

/** Whose letters staff hand over (domain.md#handing-over). */
export async function readHandoverList(
  { db }: Pick<Runtime, 'db'>,
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
    else if (reason !== 'email' && reason !== 'line') list.others.push({ ...handover, reason });
  }
  return list;
}

const factsOf = (row: HandoverRow): HandoverFacts => ({
  ...row,
  photosHidden: isOn(row.photosHidden),
  isDone: row.doneAt !== null,
  isSent: row.mailedAt !== null || (row.lineSent ?? 0) > 0,
  hasMail: row.mailState !== null,
  isLost: isLost(row),
});

/** LINE brought it to none of the family's accounts. */
const isLost = ({ lineFailed, lineQueued, lineSent }: HandoverRow): boolean =>
  (lineFailed ?? 0) > 0 && (lineQueued ?? 0) === 0 && (lineSent ?? 0) === 0;

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
    delivery: isLost(row) ? wayByHand(row) : row.registered,
    done: row.doneAt === null ? null : { at: row.doneAt, by: row.doneBy },
    seenAt: row.seenAt,
    trouble: isLost(row) ? row.lineError : null,
  } satisfies Handover,
});

export async function readHandoverCounts(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
): Promise<HandoverCounts> {
  const { handovers } = await readHandoverList({ db }, hostId, yearMonth);
  return countHandovers(yearMonth, handovers);
}

/** Of the letter that came out last. */
export const readLastHandovers = ({ db, clock }: Runtime, { host }: Actor) =>
  readHandoverCounts(db, host.id, monthToDeliver(clock.now()));

const notOutText = (yearMonth: YearMonth, today: CivilDate): string =>
  `${formatMonth(yearMonth)}号は制作中です。${formatDay(deliveryDay(yearMonth), today)}にできあがってから、お渡しください。`;

const BY_LINE =
  'このご家族には、LINEでお届けしています。お渡しした印は、リンクか印刷のご家族につけられます。';
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
  const today = civilDateOf(tx.clock.now());
  if (!isDelivered(yearMonth, today)) throw conflict(notOutText(yearMonth, today));
  const contents = await readMonthContents(tx.db, actor.host.id, yearMonth, [row.residentId]);
  const reason = whyNotHanded(factsOf(row), contents);
  if (reason === 'email') throw conflict(BY_MAIL);
  if (reason === 'line') throw conflict(BY_LINE);
  if (reason !== null) throw conflict(`${NOT_HANDED_TEXT[reason]}。`);
  await insertHandover(tx.db, {
    host_id: actor.host.id,
    family_id: row.id,
    year_month: yearMonth,
    delivery: wayByHand(row),
    done_at: tx.clock.now().toISOString(),
    done_by: actor.id,
  });
}

const familiesOf = (db: Db, hostId: string, yearMonth: YearMonth) =>
  familiesInMonth(db, hostId, yearMonth)
    .leftJoin('handovers', (join) =>
      join
        .onRef('handovers.host_id', '=', 'families.host_id')
        .onRef('handovers.family_id', '=', 'families.id')
        .on('handovers.year_month', '=', yearMonth),
    )
    .leftJoin('staffs', 'staffs.id', 'handovers.done_by')
    .select('families.name_kana as nameKana')
    .select(['residents.name_kana as residentKana', 'residents.room'])
    .select(['handovers.done_at as doneAt', 'staffs.name as doneBy'])
    .select(['deliveries.sent_at as mailedAt', 'deliveries.state as mailState']);

type HandoverRow = Awaited<ReturnType<typeof listHandovers>>[number];

/** Of families by link and on paper, and of others that have a tick. */
const listHandovers = (db: Db, hostId: string, yearMonth: YearMonth) =>
  familiesOf(db, hostId, yearMonth)
    .where((eb) =>
      eb.or([
        eb(familyWay(eb), '!=', 'email'),
        eb('handovers.done_at', 'is not', null),
        eb('by_line.failed', '>', 0),
      ]),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();

const findHandover = (db: Db, hostId: string, yearMonth: YearMonth, familyId: string) =>
  familiesOf(db, hostId, yearMonth).where('families.id', '=', familyId).executeTakeFirst();

const insertHandover = (db: Db, row: Insertable<Database['handovers']>) =>
  db
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const deleteHandover = (db: Db, hostId: string, yearMonth: YearMonth, familyId: string) =>
  db
    .deleteFrom('handovers')
    .where('host_id', '=', hostId)
    .where('family_id', '=', familyId)
    .where('year_month', '=', yearMonth)
    .execute();

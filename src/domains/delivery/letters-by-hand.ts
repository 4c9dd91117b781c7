import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { ReturnKind } from '#db/schema/operations.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import {
  deliveryDay,
  isDelivered,
  isLastLetter,
  monthToDeliver,
  toViewer,
} from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict, orMissing } from '#lib/errors.ts';
import { formatDay, formatMonth } from '#lib/format-ja.ts';
import { sortByName } from '#lib/kana.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { addresseesOfMonth } from './addressees.ts';
import type { ProgressByWay } from './deliveries.ts';
import { readProgress } from './deliveries.ts';
import type { Handover, HandoverCounts, HandoverFacts, NotHanded } from './handover.ts';
import { NOT_HANDED_TEXT, countHandovers, wayByHand, whyNotHanded } from './handover.ts';

interface HandoverList {
  yearMonth: YearMonth;
  /** By resident, in あいうえお order. */
  handovers: Handover[];
  /** Families by link or on paper that get nothing this month. */
  others: (Handover & { reason: NotHanded })[];
}

/** Whose letters staff hand over (domain.md#handing-over). */
export async function readHandoverList(
  rt: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  yearMonth: YearMonth,
): Promise<HandoverList> {
  const rows = await listHandovers(rt, hostId, yearMonth);
  // Whether a letter of someone who is away goes out is about their own photos.
  const away = rows.some(({ awaySince }) => awaySince !== null);
  const among = away ? rows.map(({ residentId }) => residentId) : undefined;
  const contents = await readMonthContents(rt.db, hostId, yearMonth, among);
  const list: HandoverList = { yearMonth, handovers: [], others: [] };
  const sorted = sortByName(
    rows.map((row) => toHandover(row, yearMonth)),
    ({ handover }) => handover.resident,
  );
  for (const { row, handover } of sorted) {
    const reason = whyNotHanded(factsOf(row), contents);
    if (reason === null) list.handovers.push(handover);
    else if (reason !== 'email' && reason !== 'line') list.others.push({ ...handover, reason });
  }
  return list;
}

const factsOf = ({ byWay, ...row }: HandoverRow): HandoverFacts => ({
  ...row,
  isDone: row.doneAt !== null,
  isSent: (Boolean(byWay.email?.sentAt) && !row.hasComeBack) || byWay.line?.state === 'sent',
  hasMail: byWay.email !== undefined,
  isLost: isLost({ byWay }),
});

type MayComeBack = Pick<AddresseeRow, 'returnedAt' | 'returnedKind'> & { seenAt: string | null };

/**
 * Its mail came back, or its address gets none since another one did; but not while it is on its
 * way once more, nor where the family has seen the letter. What is our fault goes by mail later.
 */
function hasComeBack(row: MayComeBack, { email }: ProgressByWay, yearMonth: YearMonth): boolean {
  if (row.seenAt !== null || email?.isUnderWay) return false;
  if (isOfAddress(email?.returned)) return true;
  const { returnedAt, returnedKind } = row;
  if (returnedAt === null || !isOfAddress(returnedKind)) return false;
  return yearMonth >= monthToDeliver(new Date(returnedAt));
}

const isOfAddress = (kind: ReturnKind | null | undefined): boolean =>
  kind === 'hard' || kind === 'soft';

/** LINE brought it to none of the family's accounts. */
const isLost = ({ byWay }: Pick<HandoverRow, 'byWay'>): boolean => byWay.line?.state === 'failed';

/** No way of its own has brought it. */
const isForHands = (row: HandoverRow): boolean =>
  isLost(row) || (row.delivery === 'email' && row.hasComeBack);

const troubleOf = (row: HandoverRow): string | null => {
  if (!isForHands(row)) return null;
  if (!row.hasComeBack) return row.byWay.line?.trouble ?? null;
  return `メールが戻ってきました。${row.byWay.email?.trouble ?? `${row.returnedWords ?? ''}。`}`;
};

const toHandover = (row: HandoverRow, yearMonth: YearMonth) => ({
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
    delivery: isForHands(row) ? wayByHand(row) : row.registered,
    done: row.doneAt === null ? null : { at: row.doneAt, by: row.doneBy },
    seenAt: row.seenAt,
    trouble: troubleOf(row),
    isLast: isLastLetter(row, yearMonth),
  } satisfies Handover,
});

export async function readHandoverCounts(
  rt: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  yearMonth: YearMonth,
): Promise<HandoverCounts> {
  const { handovers } = await readHandoverList(rt, hostId, yearMonth);
  return countHandovers(yearMonth, handovers);
}

/** Of the letter that came out last. */
export const readLastHandovers = (rt: Runtime, { host }: Actor) =>
  readHandoverCounts(rt, host.id, monthToDeliver(rt.clock.now()));

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
    const row = orMissing(await findHandover(tx, hostId, yearMonth, familyId));
    if (isDone !== (row.doneAt !== null)) {
      if (isDone) await tick(tx, actor, yearMonth, row);
      else await deleteHandover(tx.db, hostId, yearMonth, familyId);
      await noteAct(tx, actor, {
        action: isDone ? 'handover.done' : 'handover.taken_back',
        target: familyId,
        residentId: row.residentId,
        detail: yearMonth,
      });
    }
    const after = await findHandover(tx, hostId, yearMonth, familyId);
    return toHandover(after ?? row, yearMonth).handover;
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
  addresseesOfMonth(db, hostId, yearMonth)
    .leftJoin('handovers', (join) =>
      join
        .onRef('handovers.host_id', '=', 'families.host_id')
        .onRef('handovers.family_id', '=', 'families.id')
        .on('handovers.year_month', '=', yearMonth),
    )
    .leftJoin('staffs', 'staffs.id', 'handovers.done_by')
    .select(['residents.room', 'handovers.done_at as doneAt', 'staffs.name as doneBy']);

type HandoverRow = Awaited<ReturnType<typeof listHandovers>>[number];

/** Of all families: those that get it by themselves may have a tick, or LINE did not bring it. */
async function listHandovers(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  yearMonth: YearMonth,
  familyId?: string,
) {
  const rows = await familiesOf(db, hostId, yearMonth)
    .$if(familyId !== undefined, (query) => query.where('families.id', '=', familyId ?? ''))
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();
  const ids = familyId === undefined ? undefined : [familyId];
  const progress = await readProgress({ db, clock }, hostId, yearMonth, ids);
  return rows.map((row) => {
    const byWay = progress.get(row.id) ?? {};
    return { ...toViewer(row), byWay, hasComeBack: hasComeBack(row, byWay, yearMonth) };
  });
}

const findHandover = async (tx: Tx, hostId: string, yearMonth: YearMonth, familyId: string) =>
  (await listHandovers(tx, hostId, yearMonth, familyId)).at(0);

const insertHandover = (db: Db, row: Insertable<Database['handovers']>) =>
  db
    .insertInto('handovers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const deleteHandover = (db: Db, hostId: string, yearMonth: YearMonth, familyId: string) =>
  db
    .deleteFrom('handovers')
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId, year_month: yearMonth }))
    .execute();

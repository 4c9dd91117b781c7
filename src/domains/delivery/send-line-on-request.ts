import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { replaceUnsentMail } from '#domains/mail/outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import { queueLineByHand } from './line-letters.ts';
import { listLineDeliveries } from './line-rows.ts';
import { sentBy } from './reasons.ts';
import { readHoldings } from './queue-letters.ts';

const UNDER_WAY_BY_LINE = 'このご家族へのLINEは、今お送りしているところです。少しお待ちください。';

export interface Refusal {
  status: 409 | 422;
  text: string;
}

/** What LINE did not bring goes by mail, if that is the family's other way and a person asks. */
export async function withoutLostLine(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  row: AddresseeRow,
): Promise<AddresseeRow & { isLost?: boolean }> {
  const isLost = (await readLineState(tx, hostId, yearMonth, row.id)) === 'failed';
  return isLost && sentBy(row, isLost) === 'email'
    ? { ...row, delivery: 'email', isLost: true }
    : row;
}

/** Of a family's messages by LINE; undefined if none goes or went. */
export async function readLineState(
  { db }: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyId: string,
): Promise<'sent' | 'queued' | 'failed' | undefined> {
  return stateOf(await listLineDeliveries(db, hostId, yearMonth, [familyId]));
}

type LineRows = Awaited<ReturnType<typeof listLineDeliveries>>;

function stateOf(rows: LineRows): 'sent' | 'queued' | 'failed' | undefined {
  const states = rows.filter(({ stopped }) => !isOn(stopped)).map(({ state }) => state);
  return (['queued', 'sent', 'failed'] as const).find((state) => states.includes(state));
}

/** Sends a family its message by LINE, again if asked. @returns the number of letters, or why not */
export async function sendByLine(
  tx: Tx,
  actor: Actor,
  hostId: string,
  yearMonth: YearMonth,
  row: AddresseeRow,
): Promise<Refusal | number> {
  const before = await listLineDeliveries(tx.db, hostId, yearMonth, [row.id]);
  if (stateOf(before) === 'queued') return { status: 409, text: UNDER_WAY_BY_LINE };
  const holds = await readHoldings(tx, hostId, yearMonth, row);
  for (const { mailId } of before) {
    if (mailId !== null) await replaceUnsentMail(tx.db, hostId, mailId);
  }
  await queueLineByHand(tx, hostId, yearMonth, { row, holds });
  const event = { target: row.id, residentId: row.residentId, detail: String(yearMonth) };
  await noteAct(tx, actor, { action: 'delivery.sent_by_hand', ...event });
  return 1;
}

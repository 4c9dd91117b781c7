import { goesOut, holdingsOf } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { queueLetters } from '#domains/mail/outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import type { Db } from '#server/database.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import type {
  About,
  Channel,
  Destination,
  Paper,
  ReadLetter,
  ReadyLetter,
  Writing,
} from './channel.ts';
import { messagesTo, readPaper } from './channel.ts';
import type { DeliveryRow } from './deliveries.ts';
import { insertDeliveries, keyOf, listDelivered, renewDelivery } from './deliveries.ts';
import { LINE } from './line-channel.ts';
import { MAIL } from './mail-channel.ts';
import { whyNoMail } from './reasons.ts';
import type { Planned, Sending } from './trial-letters.ts';

/** In the order in which a family's letter is looked for. */
export const CHANNELS: readonly Channel[] = [LINE, MAIL];

/** @param name in the outbox */
export const channelNamed = (name: Channel['name']): Channel =>
  CHANNELS.find((channel) => channel.name === name) ?? MAIL;

/** @param way mail for families that do not get letters by themselves */
export const channelBy = (way: AddresseeRow['delivery']): Channel =>
  CHANNELS.find((channel) => channel.way === way) ?? MAIL;

/** What these families' letters of that month hold, and why some get no mail. */
export async function readLetters<Row extends AddresseeRow>(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  rows: readonly Row[],
): Promise<(ReadLetter & { row: Row })[]> {
  const residents = rows.map(({ residentId }) => residentId);
  const contents = await readMonthContents(db, hostId, yearMonth, residents);
  return rows.map((row) => {
    const goes = goesOut(row, contents);
    const reason = whyNoMail(row, contents, goes);
    return { row, goes, reason, holds: holdingsOf(row, contents) };
  });
}

/** A family by mail or LINE whose letter holds nothing, or nothing of a resident who is away. */
export interface WithoutLetter {
  row: AddresseeRow;
  reason: 'noLetter' | 'away';
}

/**
 * Queues the mails and messages of families that get one and have none yet.
 * @param primary whose addresses and accounts get theirs now: of the others' not all families may be
 * here. @returns families without a letter
 */
export async function deliverTo(
  tx: Tx,
  sending: Sending,
  yearMonth: YearMonth,
  families: readonly AddresseeRow[],
  primary: readonly AddresseeRow[] = families,
): Promise<WithoutLetter[]> {
  const { hostId } = sending;
  const ids = families.map(({ id }) => id);
  const read = await readLetters(tx.db, hostId, yearMonth, families);
  const delivered = await listDelivered(tx.db, hostId, yearMonth, ids);
  const isPrimary = new Set(primary.map(({ id }) => id));
  for (const channel of CHANNELS) {
    const destinations = await channel.destinationsOf(tx, hostId, read.filter(channel.takes));
    const now = new Set(
      destinations.flatMap(({ letter, to }) => (isPrimary.has(letter.row.id) ? [to] : [])),
    );
    const open = destinations.filter(
      (one) => now.has(one.to) && !delivered.has(keyOf(recipientOf(channel, one))),
    );
    await queueOpen(tx, channel, sending, yearMonth, open);
  }
  return read.flatMap(({ row, reason }) => {
    const isLacking = reason === 'noLetter' || (reason === 'away' && isSentTo(row));
    return isLacking ? [{ row, reason }] : [];
  });
}

const recipientOf = (channel: Channel, { letter, to }: Destination) => ({
  family_id: letter.row.id,
  account: channel.accountOf(to),
});

const isSentTo = ({ delivery, email }: AddresseeRow): boolean =>
  delivery === 'line' || (delivery === 'email' && Boolean(email));

/** A message that is to go. */
export interface Going extends Planned {
  id: string;
  to: string;
  letters: readonly ReadyLetter[];
}

async function queueOpen(
  tx: Tx,
  channel: Channel,
  sending: Sending,
  yearMonth: YearMonth,
  open: readonly Destination[],
): Promise<void> {
  const { hostId } = sending;
  const planned: Going[] = [];
  for (const { to, letters } of messagesTo(channel, open)) {
    const plan = await channel.plan(tx, sending, to);
    if (plan !== null) planned.push({ id: newId(), to, letters, ...plan });
  }
  if (planned.length === 0) return;
  const rows = planned.flatMap((one) => rowsOf(tx, channel, hostId, yearMonth, one));
  const fresh = await insertDeliveries(tx.db, rows);
  const going = planned.map((one) => ({
    ...one,
    letters: one.letters.filter((letter) =>
      fresh.has(keyOf(recipientOf(channel, { letter, to: one.to }))),
    ),
  }));
  await queueMessages(
    tx,
    channel,
    { hostId, yearMonth, paper: await readPaper(tx.db, hostId) },
    going.filter(({ letters }) => letters.length > 0),
  );
}

const rowsOf = (
  { clock }: Tx,
  channel: Channel,
  hostId: string,
  yearMonth: YearMonth,
  { id, to, letters, mailbox }: Going,
): DeliveryRow[] =>
  letters.map((letter) => ({
    ...recipientOf(channel, { letter, to }),
    host_id: hostId,
    year_month: yearMonth,
    outbox_id: id,
    mailbox,
    created_at: clock.now().toISOString(),
  }));

/** Queues what a person sends, again or for the first time. */
export async function renewLetters(
  tx: Tx,
  channel: Channel,
  hostId: string,
  yearMonth: YearMonth,
  going: readonly Going[],
): Promise<void> {
  for (const one of going) {
    for (const row of rowsOf(tx, channel, hostId, yearMonth, one)) await renewDelivery(tx.db, row);
  }
  const paper = await readPaper(tx.db, hostId);
  await queueMessages(tx, channel, { hostId, yearMonth, paper }, going);
}

interface OfMonth {
  hostId: string;
  yearMonth: YearMonth;
  /** Read once for many. */
  paper: Paper;
}

/** Puts messages into the outbox; their deliveries are the caller's. */
export const queueMessages = (
  tx: Tx,
  channel: Channel,
  { hostId, yearMonth, paper }: OfMonth,
  going: readonly Omit<Going, 'mailbox'>[],
): Promise<void> =>
  queueLetters(
    tx,
    going.map(({ id, to, letters, at }) => ({
      id,
      hostId,
      to,
      at,
      channel: channel.name,
      messageId: channel.messageIdOf(tx, id, at),
      words: writeLetters(tx, channel, { paper, yearMonth, letters }),
    })),
  );

/** By the names of the residents. */
export const writeLetters = (tx: Writing, channel: Channel, about: About) =>
  channel.write(tx, {
    ...about,
    letters: sortByName(about.letters, ({ row }) => ({
      name: row.residentName,
      nameKana: row.residentKana,
    })),
  });

/** With the other families of the same relatives, who get one mail or message for all. */
export async function withRelatives(
  tx: Tx,
  hostId: string,
  families: readonly AddresseeRow[],
  dueAt: string,
): Promise<AddresseeRow[]> {
  const all = new Map(families.map((row) => [row.id, row]));
  for (const channel of CHANNELS) {
    const others = await channel.listSharing(tx, hostId, [...all.values()], dueAt);
    for (const row of others) all.set(row.id, row);
  }
  return [...all.values()];
}

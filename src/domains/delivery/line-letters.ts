import type { Holdings } from '#domains/letter/month-contents.ts';
import { toLineMessage, toPlainText } from '#domains/line/message.ts';
import type { NewLineMessage } from '#domains/mail/line-outbox.ts';
import { queueLineMessages } from '#domains/mail/line-outbox.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from './addressees.ts';
import type { Paper } from './delivery-mail.ts';
import { readPaper } from './delivery-mail.ts';
import { listJoins, listLineDeliveries, upsertLineDelivery } from './line-rows.ts';
import { lineLetterWords } from './line-words.ts';

/** A letter that goes by LINE. */
interface LineReady {
  row: AddresseeRow;
  holds: Holdings;
}

const pair = (familyId: string, account: string): string => `${familyId} ${account}`;

/**
 * One message to each account, however many letters it brings; a last letter is one of its own.
 * @param primary only their accounts: of the others' not all families may be here
 */
export async function queueLine(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  letters: readonly LineReady[],
  primary: ReadonlySet<string>,
): Promise<void> {
  if (letters.length === 0) return;
  const byFamily = new Map(letters.map((letter) => [letter.row.id, letter]));
  const ids = [...byFamily.keys()];
  const joins = await listJoins(tx.db, hostId, ids);
  const accounts = new Set(joins.flatMap((one) => (primary.has(one.familyId) ? one.account : [])));
  const before = await listLineDeliveries(tx.db, hostId, yearMonth, ids);
  const done = new Set(before.map(({ familyId, account }) => pair(familyId, account)));
  const open = joins.filter(
    ({ familyId, account }) => accounts.has(account) && !done.has(pair(familyId, account)),
  );
  const paper = await readPaper(tx.db, hostId);
  const messages: NewLineMessage[] = [];
  for (const [account, own] of Map.groupBy(open, (join) => join.account)) {
    const ready = own.flatMap(({ familyId }) => byFamily.get(familyId) ?? []);
    for (const some of inOneMessage(ready)) {
      messages.push(await queued(tx, { hostId, yearMonth, account, paper, letters: some }));
    }
  }
  await queueLineMessages(tx, messages);
}

/** A last letter is a message of its own. */
function inOneMessage(letters: readonly LineReady[]): LineReady[][] {
  const last = letters.filter(({ holds }) => holds.isLast);
  const usual = letters.filter(({ holds }) => !holds.isLast);
  return [...(usual.length > 0 ? [usual] : []), ...last.map((letter) => [letter])];
}

interface Queued {
  hostId: string;
  yearMonth: YearMonth;
  account: string;
  paper: Paper;
  letters: readonly LineReady[];
}

/** With its deliveries. */
async function queued(tx: Tx, one: Queued): Promise<NewLineMessage> {
  const { hostId, yearMonth, account, letters } = one;
  const id = newId();
  for (const { row } of letters) {
    await upsertLineDelivery(tx.db, {
      ...{ host_id: hostId, family_id: row.id, year_month: yearMonth },
      ...{ account, outbox_id: id, created_at: tx.clock.now().toISOString() },
    });
  }
  return { id, hostId, account, ...composeLine(one.paper, tx.env.PUBLIC_URL, yearMonth, letters) };
}

/** One message about one or several letters, by the names of the residents, each once. */
export function composeLine(
  { hostName, hostPhone }: Paper,
  publicUrl: string,
  yearMonth: YearMonth,
  letters: readonly LineReady[],
): Pick<NewLineMessage, 'summary' | 'text' | 'message'> {
  const sorted = sortByName(letters, ({ row }) => ({
    name: row.residentName,
    nameKana: row.residentKana,
  }));
  const once = new Map(sorted.map((letter) => [letter.row.residentId, letter]));
  const words = lineLetterWords({
    letters: [...once.values()].map(({ row, holds }) => ({
      residentName: row.residentName,
      holds,
      url: `${publicUrl}${paths.letter(yearMonth, row)}`,
    })),
    ...{ yearMonth, hostName, hostPhone },
  });
  return { summary: words.summary, text: toPlainText(words), message: toLineMessage(words) };
}

/** Sends a family its message by hand, to each of its accounts, again if asked. */
export async function queueLineByHand(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  letter: LineReady,
): Promise<void> {
  const paper = await readPaper(tx.db, hostId);
  const joins = await listJoins(tx.db, hostId, [letter.row.id]);
  const messages: NewLineMessage[] = [];
  for (const { account } of joins) {
    messages.push(await queued(tx, { hostId, yearMonth, account, paper, letters: [letter] }));
  }
  await queueLineMessages(tx, messages);
}

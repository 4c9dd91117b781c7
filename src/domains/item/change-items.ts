import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { requireStay } from '#domains/people/read-residents.ts';
import { turnPhoto, turnedMeanwhile } from '#domains/photo/turn-photo.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Degrees } from '#server/image/task.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireAgreed } from './consent-of-picture.ts';
import { readFirstMonth } from './first-month.ts';
import { NOT_ASIDE, tooOldText } from './held.ts';
import { listDayOfPlace } from './item-rows.ts';
import type { Item, OrderStep, UpdateItemInput } from './item.ts';
import { readItem } from './list-items.ts';
import { marksFor } from './name-people.ts';
import type { ItemChange } from './write-items.ts';
import {
  noteItem,
  requireLiving,
  requireNotLater,
  updateItem,
  updateItemsOfBlob,
} from './write-items.ts';

/**
 * Changes day, caption, order or direction, or leaves the photo out of the letters; a chosen day
 * releases a held photo, which keeps its own day only for a letter that is there.
 * @throws AppError 404, 409, 422, 503
 */
export async function changeItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateItemInput,
): Promise<Item> {
  await changeBy(rt, actor, id, input, async (tx, row) => writeChange(tx, actor, row, input));
  return readItem(rt, actor, id);
}

/** @param write what the row's change is, in the transaction of a turn too */
export async function changeBy(
  rt: Runtime,
  actor: Actor,
  id: string,
  { takenOn, rotate }: UpdateItemInput,
  write: (tx: Tx, row: ItemRow) => Promise<void>,
): Promise<void> {
  requireNotLater(rt, takenOn);
  const writeRow = async (tx: Tx) => write(tx, await requireLiving(tx, actor, id));
  if (rotate === undefined) await inTransaction(rt, writeRow);
  else await turnItem(rt, actor, id, rotate, writeRow);
}

/** Turning is of the stored photo. */
type Change = Omit<UpdateItemInput, 'rotate' | 'together'>;

/** What a change is, for the history; an answer with its month. */
export type ItemAct =
  | { action: 'photo.answered'; detail: number }
  | { action: `photo.${'captioned' | 'dated' | 'left_out' | 'let_in' | 'ordered' | 'put_aside'}` };

/** A chosen day is an answer, unless the photo is put aside with it. */
const heldAfter = ({ held }: ItemRow, input: Change): Flag => {
  if (input.held !== undefined) return toFlag(input.held);
  return input.takenOn === undefined ? held : 0;
};

/** @throws AppError 422 (domain.md#held-photos) */
async function requireHeldAnswer(
  { db, clock }: Tx,
  actor: Actor,
  row: ItemRow,
  { held, takenOn }: Change,
): Promise<void> {
  const yearMonth = yearMonthOf(takenOn ?? row.taken_on);
  const now = yearMonthOf(civilDateOf(clock.now()));
  if (held === true && yearMonth >= now) throw invalid(NOT_ASIDE, { held: [NOT_ASIDE] });
  if (!isOn(row.held) || held !== false || takenOn !== undefined) return;
  const refusal = tooOldText(yearMonth, await readFirstMonth(db, actor.host.id, now), now);
  if (refusal !== null) throw invalid(refusal, { held: [refusal] });
}

/** Checks, then writes only what was given. @param row as it is in this transaction */
export async function writeChange(
  tx: Tx,
  actor: Actor,
  row: ItemRow,
  input: UpdateItemInput,
): Promise<void> {
  for (const act of await applyChange(tx, actor, row, input)) await noteItem(tx, actor, act, row);
}

/** The same without a line in the history. @returns what was done */
export async function applyChange(
  tx: Tx,
  actor: Actor,
  row: ItemRow,
  input: Change,
): Promise<ItemAct[]> {
  const { takenOn, caption, order } = input;
  if (takenOn !== undefined) await requireStay(tx, actor, row.resident_id, takenOn);
  await requireHeldAnswer(tx, actor, row, input);
  const isOrdered = order !== undefined && (await orderItem(tx, actor, row, order));
  const held = heldAfter(row, input);
  const change: ItemChange = {
    ...(takenOn !== undefined && { taken_on: takenOn }),
    ...(takenOn !== undefined && takenOn !== row.taken_on && { position: 0 }),
    ...(held !== row.held && { held }),
    ...(caption !== undefined && { caption }),
    ...(await leftOutAfter(tx, actor, row, input)),
  };
  const acts = actsOf(row, { ...row, ...change });
  if (acts.length > 0) await updateItem(tx.db, actor.host.id, row.id, change);
  return isOrdered ? [{ action: 'photo.ordered' }, ...acts] : acts;
}

/**
 * Staff's decision takes the place of a rule's. That somebody may be on it who has not agreed stays
 * to be decided until an admin has: a carer who leaves it out changes nothing.
 * @throws AppError 422 where somebody who is on it has not agreed
 */
async function leftOutAfter(
  tx: Tx,
  actor: Actor,
  row: ItemRow,
  { leftOut, leftOutFor = [] }: Change,
): Promise<ItemChange> {
  if (leftOut === undefined) return {};
  if (!leftOut) {
    // What staff left out was there before; whoever agreed to the own family limits it still.
    const place = row.left_out_for === '' ? (row.resident_id ?? '') : row.resident_id;
    if (isOn(row.left_out)) await requireAgreed(tx, row, place);
    return { left_out: 0, left_out_for: '' };
  }
  if (leftOutFor.length > 0) {
    return { left_out: 1, left_out_for: await marksFor(tx.db, row, leftOutFor) };
  }
  if (isOn(row.left_out) && row.left_out_for !== '' && !actor.isAdmin) return {};
  return { left_out: 1, left_out_for: '' };
}

function actsOf(row: ItemRow, to: ItemRow): ItemAct[] {
  const acts: ItemAct[] = [];
  if (to.held > row.held) acts.push({ action: 'photo.put_aside' });
  else if (to.held < row.held) {
    acts.push({ action: 'photo.answered', detail: yearMonthOf(to.taken_on) });
  } else if (to.taken_on !== row.taken_on) acts.push({ action: 'photo.dated' });
  if (to.caption !== row.caption) acts.push({ action: 'photo.captioned' });
  if (to.left_out !== row.left_out || to.left_out_for !== row.left_out_for) {
    acts.push({ action: to.left_out ? 'photo.left_out' : 'photo.let_in' });
  }
  return acts;
}

/**
 * Exchanges a photo with the one before or after it in the letter, among those of its day and
 * place; nothing happens at either end (domain.md#a-letter). @returns whether anything did
 */
async function orderItem(tx: Tx, actor: Actor, row: ItemRow, step: OrderStep): Promise<boolean> {
  const day = await listDayOfPlace(tx.db, actor.host.id, row);
  const at = day.findIndex(({ id }) => id === row.id);
  const to = step === 'earlier' ? at - 1 : at + 1;
  const [photo, other] = [day[at], day[to]];
  if (!photo || !other) return false;
  [day[at], day[to]] = [other, photo];
  for (const [index, { id, position }] of day.entries()) {
    const wanted = index - day.length;
    if (position !== wanted) await updateItem(tx.db, actor.host.id, id, { position: wanted });
  }
  return true;
}

/**
 * Turns the photo of an item clockwise, for all items that share it.
 * @param alsoWrite what is to change with it, in the same transaction
 * @throws AppError 404; 409 if it was turned or deleted meanwhile, and as `turnPhoto`
 */
async function turnItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  degrees: Degrees,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<void> {
  const row = await requireLiving(rt, actor, id);
  await turnPhoto(rt, row.blob_id, degrees, async (tx, newBlobId) => {
    if (!(await updateItemsOfBlob(tx.db, actor.host.id, row.blob_id, newBlobId))) {
      throw turnedMeanwhile();
    }
    await noteItem(tx, actor, { action: 'photo.turned' }, await requireLiving(tx, actor, id));
    await alsoWrite(tx);
  });
}

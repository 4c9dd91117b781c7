import type { LetterRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { listLetterTexts, requireLetterMonth } from '#domains/item/first-month.ts';
import type { Item } from '#domains/item/item.ts';
import { readItemsOfMonth } from '#domains/item/list-items.ts';
import { defaultTitle, isSavedText } from '#domains/item/month-text.ts';
import { findShownText, findStoredText } from '#domains/letter/letter-rows.ts';
import { countLetterPhotos } from '#domains/letter/read-month-contents.ts';
import { deliveryDay, isDelivered } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, monthOf, startOfDay, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { findCoverCandidate, insertLetter, updateLetterText } from './admin-letter-rows.ts';
import type { AdminLetter, CreateLetterInput, UpdateLetterInput } from './admin-letter.ts';
import { STALE_TEXT, readAdminMonth } from './admin-letter.ts';
import type { LetterCounts } from './letter-counts.ts';
import { readCounts } from './letter-counts.ts';

/** No photo is older (item.ts). */
const OLDEST_MONTH = 190001;

const todayOf = (rt: Runtime) => civilDateOf(rt.clock.now());

async function toAdminLetter(
  rt: Runtime,
  hostId: string,
  yearMonth: YearMonth,
  stored: LetterRow | undefined,
  counts: LetterCounts,
): Promise<AdminLetter> {
  const isOut = isDelivered(yearMonth, todayOf(rt));
  const row = stored && isSavedText(stored) ? stored : undefined;
  return {
    year: yearOf(yearMonth),
    month: monthOf(yearMonth),
    yearMonth,
    title: row?.title ?? defaultTitle(yearMonth),
    body: row?.body ?? '',
    coverItemId: row?.cover_item_id ?? null,
    itemsCount: counts.items.get(yearMonth) ?? 0,
    photosCount: counts.items.has(yearMonth)
      ? await countLetterPhotos(rt.db, hostId, yearMonth)
      : 0,
    inProgress: isOut,
    deliveredAt: isOut ? startOfDay(deliveryDay(yearMonth)).toISOString() : null,
    ...counts.reached(yearMonth),
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
  };
}

/** Months with photos or text, oldest first (domain.md#a-letter; contract.md#letters). */
export async function readAdminLetters(rt: Runtime, { host }: Actor): Promise<AdminLetter[]> {
  const current = yearMonthOf(todayOf(rt));
  const counts = await readCounts(rt, host.id, OLDEST_MONTH, current);
  const texts = await listLetterTexts(rt.db, host.id, addMonths(current, 1));
  const rows = new Map(texts.map((row) => [row.year_month, row]));
  const months = new Set([...counts.items.keys(), ...rows.keys(), ...counts.notes.keys()]);
  const letters: AdminLetter[] = [];
  for (const month of [...months].sort((a, b) => a - b)) {
    letters.push(await toAdminLetter(rt, host.id, month, rows.get(month), counts));
  }
  return letters;
}

/** The current month always has a letter. @throws AppError 404 for a future or empty month */
export async function readAdminLetter(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<AdminLetter> {
  const month = requireMonth(rt, String(yearMonth));
  const { letter, isStored, holdsSomething } = await readMonth(rt, host.id, month);
  const exists = isStored || holdsSomething || !letter.inProgress;
  if (!exists) throw notFound();
  return letter;
}

async function readMonth(rt: Runtime, hostId: string, yearMonth: YearMonth) {
  const counts = await readCounts(rt, hostId, yearMonth, yearMonth);
  const row = await findStoredText(rt.db, hostId, yearMonth);
  const holdsSomething = counts.items.has(yearMonth) || counts.notes.has(yearMonth);
  const letter = await toAdminLetter(rt, hostId, yearMonth, row, counts);
  return { letter, isStored: row !== undefined, holdsSomething };
}

/** @throws AppError 404 if invalid or in the future */
export function requireMonth(rt: Runtime, text: string): YearMonth {
  const yearMonth = readAdminMonth(text, todayOf(rt));
  if (yearMonth === undefined) throw notFound();
  return yearMonth;
}

/** A letter and all the facility's photos of its month, oldest first. @throws AppError 404 */
export async function readAdminLetterWithItems(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<{ letter: AdminLetter; items: Item[] }> {
  const letter = await readAdminLetter(rt, actor, yearMonth);
  return { letter, items: await readItemsOfMonth(rt, actor, yearMonth) };
}

/** Saves a month's first text; an empty one is not stored. @throws AppError 409 if saved, 422 */
export async function createLetter(
  rt: Runtime,
  actor: Actor,
  { yearMonth, title, body, coverItemId }: CreateLetterInput,
): Promise<AdminLetter> {
  await inTransaction(rt, async (tx) => {
    await requireLetterMonth(tx, actor, yearMonth);
    await requireCover(tx, actor, yearMonth, coverItemId);
    const isNew = await saveFirst(tx, actor, yearMonth, { title, body, coverItemId });
    if (!isNew) throw conflict('この月のお便りは、すでに保存されています。');
  });
  return (await readMonth(rt, actor.host.id, yearMonth)).letter;
}

/** @throws AppError 404; 409 for a stale version; 422 for a cover that families cannot see */
export async function updateLetter(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  { version, ...change }: UpdateLetterInput,
): Promise<AdminLetter> {
  await inTransaction(rt, async (tx) => {
    const letter = await readAdminLetter(tx, actor, yearMonth);
    // A cover that became invalid must not block a new text.
    if (change.coverItemId !== letter.coverItemId) {
      await requireCover(tx, actor, yearMonth, change.coverItemId);
    }
    const isSaved =
      version === 0
        ? await saveFirst(tx, actor, yearMonth, change)
        : await changeText(tx, actor, yearMonth, version, change);
    if (!isSaved) throw conflict(STALE_TEXT);
  });
  return readAdminLetter(rt, actor, yearMonth);
}

type Change = Omit<UpdateLetterInput, 'version'>;

async function saveFirst(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  change: Change,
): Promise<boolean> {
  const row: LetterRow = {
    host_id: actor.host.id,
    year_month: yearMonth,
    title: change.title ?? defaultTitle(yearMonth),
    body: change.body ?? '',
    cover_item_id: change.coverItemId ?? null,
    version: 1,
    updated_at: tx.clock.now().toISOString(),
  };
  if (!isSavedText(row))
    return (await findShownText(tx.db, actor.host.id, yearMonth)) === undefined;
  return noteSaved(tx, actor, yearMonth, await insertLetter(tx.db, row));
}

async function changeText(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  version: number,
  { title, body, coverItemId }: Change,
): Promise<boolean> {
  const key = { host_id: actor.host.id, year_month: yearMonth };
  const isSaved = await updateLetterText(tx.db, key, version, {
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(coverItemId !== undefined && { cover_item_id: coverItemId }),
    updated_at: tx.clock.now().toISOString(),
  });
  return noteSaved(tx, actor, yearMonth, isSaved);
}

async function noteSaved(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  isSaved: boolean,
): Promise<boolean> {
  if (isSaved) await noteAct(tx, actor, { action: 'letter.saved', detail: yearMonth });
  return isSaved;
}

/** Another facility's photo is reported as unknown. @throws AppError 422 */
async function requireCover(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  if (await findCoverCandidate(rt.db, host.id, yearMonth, id)) return;
  const text = '表紙には、この月の、ご家族にお見せできる写真を選んでください。';
  throw invalid(text, { coverItemId: [text] });
}

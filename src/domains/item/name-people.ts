import type { ItemRow, ResidentRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { allowsOthersLetters } from '#domains/people/consent.ts';
import { conflict, notFound } from '#lib/errors.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn } from '#lib/flags.ts';
import { isId } from '#lib/ids.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { listInQuestion } from './consent-of-picture.ts';
import { readItemWithPeople } from './item-people.ts';
import type { ItemWithPeople, PeopleInput } from './item.ts';
import { leaveOut, letIn, markOf, residentsIn } from './leave-out.ts';
import { requireLiving } from './write-items.ts';

/**
 * Says who is on a photo of 施設全体, so that it is hidden with the photos of whoever withdraws consent
 * (domain.md#consent). Naming somebody who has not agreed to others' letters leaves the photo out
 * until it is decided; taking the name away restores what was.
 * @throws AppError 404; 409 for a photo of one resident, and for taking a name away until an admin
 * has decided about somebody on it
 */
export async function namePeople(
  rt: Runtime,
  actor: Actor,
  id: string,
  { residentIds }: PeopleInput,
): Promise<ItemWithPeople> {
  await inTransaction(rt, (tx) => writeNames(tx, actor, id, residentIds));
  return readItemWithPeople(rt, actor, id);
}

/** The same in a transaction. */
export async function writeNames(
  tx: Tx,
  actor: Actor,
  id: string,
  residentIds: readonly string[],
): Promise<void> {
  const wanted = new Set(residentIds);
  const row = await requireLiving(tx, actor, id);
  const named = new Set(await listNamed(tx.db, row));
  const added = [...wanted].filter((one) => !named.has(one));
  const gone = [...named].filter((one) => !wanted.has(one));
  requireForAll(row, { added, named });
  if (added.length === 0 && gone.length === 0) return;
  await requireDecided(tx, row, gone);
  const against = await listAgainst(tx, row, added);
  await insertNamed(tx.db, row, added);
  await leaveOutNamed(tx.db, row, against);
  await deleteNamed(tx.db, row, gone);
  for (const one of gone) await endNaming(tx.db, row, one);
  const detail = [...wanted].sort();
  await noteAct(tx, actor, { action: 'photo.people_named', target: id, detail });
}

/** One that was moved to a resident may still lose names. */
function requireForAll(
  row: ItemRow,
  { added, named }: { added: readonly string[]; named: ReadonlySet<string> },
): void {
  if (row.resident_id === null || (named.size > 0 && added.length === 0)) return;
  throw conflict(
    'お名前を付けられるのは、施設全体の写真だけです。写真はそのままです。この写真では、写っている方を「加える」で選んでください。',
  );
}

/** A name may go as long as no admin has to decide because of anything but a naming. */
async function requireDecided({ db }: Tx, row: ItemRow, gone: readonly string[]): Promise<void> {
  const asked = (await listInQuestion(db, row)).filter((one) => gone.includes(one.resident_id));
  const marks = (await listMarks(db, row)).join('');
  const isByName = (id: string): boolean =>
    (Object.keys(HIDES) as Hiding[]).some((why) => marks.includes(markOf(id, why)));
  if (asked.every((one) => isByName(one.resident_id))) return;
  throw conflict(
    'この写真に写っている方の写真の扱いが、まだ決まっていません。お名前も写真もそのままです。変えられるのは、管理者の方が、その方の写真の扱いを決めてからです。',
  );
}

/** Why naming them leaves the photo out. */
async function listAgainst(tx: Tx, row: ItemRow, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('residents')
    .select(['id', 'photo_consent', 'photo_consent_extent', 'waiting_consent', 'photos_hidden'])
    .where('host_id', '=', row.host_id)
    .where('id', 'in', orNone(ids))
    .execute();
  if (rows.length < ids.length) throw notFound('入居者が見つかりませんでした。');
  const asked = await listInQuestion(tx.db, row);
  return rows
    .filter((one) => !allowsOthersLetters(one))
    .map((one) => {
      const before = asked.flatMap(({ resident_id: id, waits }) => (id === one.id ? waits : []));
      return markOf(one.id, whyNamed(one, before));
    });
}

/** What a naming alone hides, by what holds (0) or waits (1): it ends with the name. */
const HIDES = {
  'named while hidden': [0, 1],
  'named while asked': [],
  'asked, hidden by what holds': [0],
  'asked, hidden by what waits': [1],
} as const;
type Hiding = keyof typeof HIDES;
const HIDING = Object.keys(HIDES) as Hiding[];

/** @param before by what an admin is asked about them already */
function whyNamed(
  { photos_hidden, waiting_consent }: Pick<ResidentRow, 'photos_hidden' | 'waiting_consent'>,
  before: readonly Flag[],
): 'named' | Hiding {
  const byHolding = isOn(photos_hidden) && !before.includes(0);
  const byWaiting = waiting_consent === 'none' && !before.includes(1);
  if (before.length === 0) return byHolding || byWaiting ? 'named while hidden' : 'named';
  if (byHolding) return 'asked, hidden by what holds';
  return byWaiting ? 'asked, hidden by what waits' : 'named while asked';
}

/** The picture shows them in whoever's letters. */
async function leaveOutNamed(
  db: Db,
  { host_id: hostId, picture }: ItemRow,
  marks: readonly string[],
): Promise<void> {
  for (const mark of marks) {
    await leaveOut(db, hostId, mark, (eb) => eb('items.picture', '=', picture));
  }
}

/** What the naming had hidden is as it was; nobody has to decide any more. */
async function endNaming(db: Db, row: Picture, id: string): Promise<void> {
  const marks = (await listMarks(db, row)).join('');
  const ends = HIDING.filter((why) => marks.includes(markOf(id, why)));
  for (const why of ['named', ...HIDING] as const) await letIn(db, row, markOf(id, why));
  await db
    .deleteFrom('withheld_pictures')
    .where((eb) => eb.and({ host_id: row.host_id, picture: row.picture, resident_id: id }))
    .where('waits', 'in', orNone(ends.flatMap((why) => HIDES[why])))
    .where('asks', '=', 1)
    .execute();
}

/** How a rule had left an item out, as an undo has it: like it or another of the picture. */
export async function marksFor(db: Db, row: ItemRow, ids: readonly string[]): Promise<string> {
  const named = await listNamed(db, row);
  const marks = [row.left_out_for, ...(await listMarks(db, row))];
  const isKnown = (mark: string): boolean => marks.some((one) => one.includes(mark));
  const whyOf = (id: string) =>
    named.includes(id) ? (HIDING.find((why) => isKnown(markOf(id, why))) ?? 'named') : 'taken off';
  return (
    marks.find((one) => residentsIn({ left_out_for: one }).join() === ids.join()) ??
    ids
      .filter(isId)
      .map((id) => markOf(id, whyOf(id)))
      .join('')
  );
}

async function listMarks(db: Db, { host_id: hostId, picture }: Picture): Promise<string[]> {
  const rows = await db
    .selectFrom('items')
    .select('left_out_for')
    .where((eb) => eb.and({ host_id: hostId, picture }))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.left_out_for);
}

type Picture = Pick<ItemRow, 'host_id' | 'picture'>;

async function listNamed(db: Db, { host_id: hostId, picture }: Picture): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_people')
    .select('resident_id')
    .where((eb) => eb.and({ host_id: hostId, picture }))
    .execute();
  return rows.map(({ resident_id: id }) => id);
}

async function insertNamed(db: Db, row: Picture, ids: readonly string[]): Promise<void> {
  const { host_id, picture } = row;
  if (ids.length === 0) return;
  await db
    .insertInto('picture_people')
    .values(ids.map((resident_id) => ({ host_id, picture, resident_id })))
    .execute();
}

const deleteNamed = (db: Db, { host_id: hostId, picture }: Picture, ids: readonly string[]) =>
  db
    .deleteFrom('picture_people')
    .where((eb) => eb.and({ host_id: hostId, picture }))
    .where('resident_id', 'in', orNone(ids))
    .execute();

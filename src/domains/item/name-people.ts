import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { allowsOthersLetters, notForOthersText } from '#domains/people/consent.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { isInQuestion } from './consent-of-picture.ts';
import { readItemWithPeople } from './item-people.ts';
import type { ItemWithPeople, PeopleInput } from './item.ts';
import { requireLiving } from './write-items.ts';

/**
 * Says who is on a photo of 施設全体, so that it is hidden with the photos of whoever withdraws
 * consent (domain.md#consent).
 * @throws AppError 404; 409 for a photo of one resident, and until an admin has decided about
 * somebody on it; 422 naming who has not agreed to others' letters
 */
export async function namePeople(
  rt: Runtime,
  actor: Actor,
  id: string,
  { residentIds }: PeopleInput,
): Promise<ItemWithPeople> {
  const wanted = new Set(residentIds);
  await inTransaction(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    const named = new Set(await listNamed(tx.db, row));
    const added = [...wanted].filter((one) => !named.has(one));
    const gone = [...named].filter((one) => !wanted.has(one));
    requireForAll(row, { added, named });
    if (added.length === 0 && gone.length === 0) return;
    await requireDecided(tx, row);
    await requireForAllLetters(tx, actor, added);
    await insertNamed(tx.db, row, added);
    await deleteNamed(tx.db, row, gone);
    const detail = [...wanted].sort().join(' ');
    await noteAct(tx, actor, { action: 'photo.people_named', target: id, detail });
  });
  return readItemWithPeople(rt, actor, id);
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

/** A name may go as long as no admin has to decide because of it. */
async function requireDecided({ db }: Tx, row: ItemRow): Promise<void> {
  if (!(await isInQuestion(db, row))) return;
  throw conflict(
    'この写真に写っている方の写真の扱いが、まだ決まっていません。お名前も写真もそのままです。変えられるのは、管理者の方が、その方の写真の扱いを決めてからです。',
  );
}

async function requireForAllLetters(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('residents')
    .select(['name', 'photo_consent', 'photo_consent_extent', 'waiting_consent'])
    .where('host_id', '=', actor.host.id)
    .where('id', 'in', orNone(ids))
    .orderBy('name_kana')
    .execute();
  if (rows.length < ids.length) throw notFound('入居者が見つかりませんでした。');
  const refusal = notForOthersText(
    rows.filter((row) => !allowsOthersLetters(row)).map(({ name }) => name),
  );
  if (refusal !== null) throw invalid(refusal, { residentIds: [refusal] });
}

type Picture = Pick<ItemRow, 'host_id' | 'picture'>;

async function listNamed(db: Db, { host_id: hostId, picture }: Picture): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_people')
    .select('resident_id')
    .where('host_id', '=', hostId)
    .where('picture', '=', picture)
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
    .where('host_id', '=', hostId)
    .where('picture', '=', picture)
    .where('resident_id', 'in', orNone(ids))
    .execute();

import { TABLES } from '#domains/operator/transfer/package.ts';
import type { Db } from '#server/database.ts';
import { newId } from '#server/secrets.ts';
import type { World } from '../world.ts';

/** Gives the world's facility a row in every table that a package has. */
export async function fillTables(db: Db, { cast, yearMonth, items }: World): Promise<void> {
  const { host, resident, neighbour, family, admin } = cast;
  const at = '2026-11-01T01:00:00.000Z';
  const of = { host_id: host.id, year_month: yearMonth };
  const by = { updated_by: admin.id, updated_at: at };
  const insert = db.insertInto.bind(db);
  await insert('consents')
    .values({
      ...{ id: newId(), host_id: host.id, resident_id: resident.id, answer: 'all' },
      ...{ given_by: 'relative', by_name: '田中 一郎', relationship: '長男', way: 'page' },
      ...{ answered_on: '2026-10-31', wording: 1, note: '笑顔の写真を', family_id: family.id },
      ...{ recorded_by: admin.id, created_at: at, confirmed_at: at },
    })
    .execute();
  await insert('picture_people')
    .columns(['host_id', 'picture', 'resident_id'])
    .expression((eb) =>
      eb
        .selectFrom('items')
        .select(['host_id', 'picture', eb.val(resident.id).as('resident_id')])
        .where('id', '=', items.own.id),
    )
    .execute();
  await insert('letter_notes')
    .values({ ...of, resident_id: resident.id, body: 'お元気です。', version: 1, ...by })
    .execute();
  await insert('letter_checks')
    .values({
      ...{ ...of, resident_id: neighbour.id, checked_at: at, checked_by: admin.id },
      ...{ held_back: '入院中', held_back_at: at, held_back_by: admin.id },
    })
    .execute();
  await insert('letter_reads')
    .values({ ...of, family_id: family.id, seen_at: at, stamp: 'glad', answers: 1, replies: 1 })
    .execute();
  await insert('answers')
    .values({
      ...{ ...of, id: newId(), resident_id: resident.id, family_id: family.id, created_at: at },
      ...{ body: 'ありがとうございます。', passed_on_at: at, passed_on_by: admin.id },
      ...{ reply: 'またお越しください。', replied_at: at, replied_by: admin.id, told_way: 'email' },
    })
    .execute();
  await insert('delivery_settings').values({ host_id: host.id, signature: '職員一同' }).execute();
  await insert('delivery_runs')
    .values({
      ...{ ...of, outcome: 'mails', due_at: at, started_at: at, reached: family.id },
      ...{ finished_at: at, admins_told_at: at, content_version: 1 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await insert('deliveries')
    .values({
      ...{ ...of, family_id: family.id, outbox_id: null, created_at: at, state: 'failed' },
      ...{
        sent_at: at,
        last_error: 'メールサーバーに受け取りを断られました',
        mailbox: 'a'.repeat(32),
      },
      ...{ returned: 'soft', returned_at: at },
    })
    .execute();
  await db
    .updateTable('families')
    .set({ returned_at: at, returned_kind: 'soft', returned_words: 'いっぱいのようです' })
    .where('id', '=', family.id)
    .execute();
  await insert('handovers')
    .values({ ...of, family_id: family.id, delivery: 'link', done_at: at, done_by: admin.id })
    .execute();
  await insert('trial_notices')
    .values({ host_id: host.id, trial_ends_at: at, days_before: 7, noted_at: at })
    .execute();
  await db
    .updateTable('residents')
    .set({ photos_hidden: 1, photo_consent: 0 })
    .where('id', '=', neighbour.id)
    .execute();
  await db
    .updateTable('letters')
    .set({ cover_item_id: items.own.id })
    .where('host_id', '=', host.id)
    .execute();
}

export const tablesOf = (lines: readonly { table: string }[]): string[] =>
  TABLES.filter((name) => lines.some(({ table }) => table === name));

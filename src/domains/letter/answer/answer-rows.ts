import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { countRows, ofOneHost } from '#server/lists.ts';

/** Of one family about its resident's letters of some months, oldest first. */
export const listOwnAnswers = (
  db: Db,
  hostId: string,
  familyId: string,
  residentId: string,
  first: YearMonth,
  last = first,
) =>
  db
    .selectFrom('answers')
    .select(['year_month', 'body', 'created_at', 'reply', 'replied_at'])
    .where((eb) => eb.and({ host_id: hostId, family_id: familyId, resident_id: residentId }))
    .where('year_month', '>=', first)
    .where('year_month', '<=', last)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const insertAnswer = (db: Db, row: Insertable<Database['answers']>) =>
  db.insertInto('answers').values(row).execute();

/** With the names as they are now, or as they were when the family was removed. */
const answersOf = (db: Db, hostId: string) =>
  db
    .selectFrom('answers')
    .innerJoin('residents', ofOneHost('residents.id', 'answers.resident_id'))
    .leftJoin('families', ofOneHost('families.id', 'answers.family_id'))
    .leftJoin('staffs', 'staffs.id', 'answers.passed_on_by')
    .leftJoin('staffs as repliers', 'repliers.id', 'answers.replied_by')
    .select(({ fn }) => [
      'answers.id',
      'answers.host_id',
      'answers.year_month',
      'answers.resident_id',
      'answers.body',
      'answers.created_at',
      'answers.passed_on_at',
      'answers.hidden_at',
      'answers.family_id',
      'answers.reply',
      'answers.replied_at',
      'answers.told_way',
      'residents.name as resident_name',
      'residents.name_kana as resident_kana',
      'residents.room as resident_room',
      'residents.left_on',
      'residents.died_on',
      'staffs.name as passed_on_by',
      'repliers.name as replied_by',
      'families.phone as phone',
      'families.resident_id as family_resident_id',
      fn.coalesce('families.name', 'answers.family_name').as('family_name'),
      fn.coalesce('families.relationship', 'answers.relationship').as('relationship'),
    ])
    .where('answers.host_id', '=', hostId);

export const findAnswer = (db: Db, hostId: string, id: string) =>
  answersOf(db, hostId).where('answers.id', '=', id).executeTakeFirst();

export type AnswerRow = NonNullable<Awaited<ReturnType<typeof findAnswer>>>;

/** Newest first. */
export const listAnswersOfMonth = (db: Db, hostId: string, yearMonth: YearMonth) =>
  answersOf(db, hostId)
    .where('answers.year_month', '=', yearMonth)
    .orderBy('answers.created_at', 'desc')
    .orderBy('answers.id')
    .execute();

/** Neither passed on nor hidden, of all months, newest first. */
const newAnswers = (db: Db, hostId: string) =>
  answersOf(db, hostId)
    .where((eb) => eb.and({ 'answers.passed_on_at': null, 'answers.hidden_at': null }))
    .orderBy('answers.created_at', 'desc')
    .orderBy('answers.id');

export const listNewAnswers = (db: Db, hostId: string) => newAnswers(db, hostId).execute();

/** Those that nobody has dealt with: not answered either. */
export const listWaitingAnswers = (db: Db, hostId: string, limit: number) =>
  newAnswers(db, hostId).where('answers.replied_at', 'is', null).limit(limit).execute();

/** By month, the latest first. Hidden ones do not count. */
export const countAnswersByMonth = (db: Db, hostId: string) =>
  db
    .selectFrom('answers')
    .select(({ fn, eb }) => [
      'year_month as yearMonth',
      fn.countAll<number>().as('count'),
      fn.sum<number>(eb.case().when('passed_on_at', 'is', null).then(1).else(0).end()).as('unread'),
    ])
    .where((eb) => eb.and({ host_id: hostId, hidden_at: null }))
    .groupBy('year_month')
    .orderBy('year_month', 'desc')
    .execute();

export const countWaitingAnswers = (db: Db, hostId: string): Promise<number> =>
  countRows(
    db
      .selectFrom('answers')
      .where('host_id', '=', hostId)
      .where((eb) => eb.and({ passed_on_at: null, hidden_at: null, replied_at: null })),
  );

export const updateAnswer = (
  db: Db,
  hostId: string,
  id: string,
  set: Updateable<Database['answers']>,
) =>
  db.updateTable('answers').set(set).where('host_id', '=', hostId).where('id', '=', id).execute();

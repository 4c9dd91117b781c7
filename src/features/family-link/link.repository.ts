import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findPrepared } from '#server/prepared.ts';
import { VIEWER_COLUMNS } from '#features/letter/viewer.scope.ts';

/** Whose letters a link opens, by the family's token. */
export const findLink = findPrepared((db, familyToken: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', (join) =>
      join
        .onRef('residents.id', '=', 'families.resident_id')
        .onRef('residents.host_id', '=', 'families.host_id'),
    )
    .innerJoin('hosts', 'hosts.id', 'families.host_id')
    .leftJoin('delivery_settings', 'delivery_settings.host_id', 'families.host_id')
    .select(VIEWER_COLUMNS)
    .select(['families.id as familyId', 'families.name as familyName'])
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .select(['hosts.name as hostName', 'hosts.content_version as contentVersion'])
    .select('delivery_settings.takes_answers as takesAnswers')
    .where('families.token', '=', familyToken),
);

/** The same question in a transaction. */
export const findOpenLink = (db: Db, residentToken: string, familyToken: string) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select('families.id')
    .where('families.token', '=', familyToken)
    .where('residents.token', '=', residentToken)
    .executeTakeFirst();

/** The cache key of a letter. */
export const findLinkKey = findPrepared((db, familyToken: string, yearMonth: YearMonth) =>
  db
    .selectFrom('families')
    .select((eb) => [
      eb
        .selectFrom('residents')
        .select('residents.token')
        .whereRef('residents.id', '=', 'families.resident_id')
        .as('residentToken'),
      eb
        .selectFrom('hosts')
        .select('hosts.content_version')
        .whereRef('hosts.id', '=', 'families.host_id')
        .as('contentVersion'),
      eb
        .selectFrom('letter_reads')
        .select(({ eb: inner, fn, val, cast }) =>
          inner(
            inner('seen_at', '||', fn.coalesce('stamp', val(''))),
            '||',
            cast<string>('answers', 'text'),
          ).as('own'),
        )
        .whereRef('letter_reads.host_id', '=', 'families.host_id')
        .whereRef('letter_reads.family_id', '=', 'families.id')
        .where('letter_reads.year_month', '=', yearMonth)
        .as('seen'),
    ])
    .where('families.token', '=', familyToken),
);

/** How often a family has answered the letters of some months. */
export const findAnswersCount = findPrepared(
  (db, familyToken: string, first: YearMonth, last: YearMonth) =>
    db
      .selectFrom('families')
      .innerJoin('letter_reads', (join) =>
        join
          .onRef('letter_reads.host_id', '=', 'families.host_id')
          .onRef('letter_reads.family_id', '=', 'families.id'),
      )
      .select(({ fn }) => fn.sum<number>('letter_reads.answers').as('count'))
      .where('families.token', '=', familyToken)
      .where('letter_reads.year_month', '>=', first)
      .where('letter_reads.year_month', '<=', last),
);

import { sql } from 'kysely';
import { DEFAULT_SETTINGS, dueAt } from '#domains/facility/delivery-settings.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { addMonths } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { SeededPeople } from './people.ts';
import { ANSWERS } from './story.ts';

type Story = (typeof ANSWERS)[number];

/** Words of families about the last letters, each with its 見ました. */
export async function seedAnswers(rt: Runtime, people: SeededPeople): Promise<void> {
  for (const story of ANSWERS) await seedAnswer(rt, people, story);
}

async function seedAnswer(
  { db, clock }: Runtime,
  { hostId, staffIds }: SeededPeople,
  { family, ago, hoursAfter, body, passedOnAfter, isHidden, reply }: Story,
): Promise<void> {
  const now = clock.now();
  const newest = monthToDeliver(now);
  // In the first days of a month, the words of the story are about earlier letters.
  const isEarly = dueAt(newest, DEFAULT_SETTINGS.hour).getTime() + 48 * HOUR_MS > now.getTime();
  const yearMonth = addMonths(newest, -ago - (isEarly ? 1 : 0));
  const due = dueAt(yearMonth, DEFAULT_SETTINGS.hour).getTime();
  const at = (hours: number): string => new Date(due + hours * HOUR_MS).toISOString();
  const { id: familyId, resident_id } = await db
    .selectFrom('families')
    .select(['id', 'resident_id'])
    .where('host_id', '=', hostId)
    .where('name', '=', family)
    .orderBy(sql`rowid`)
    .executeTakeFirstOrThrow();
  const key = { host_id: hostId, family_id: familyId, year_month: yearMonth };
  await db
    .insertInto('answers')
    .values({
      ...key,
      id: newId(),
      resident_id,
      body,
      created_at: at(hoursAfter),
      passed_on_at: passedOnAfter === undefined ? null : at(passedOnAfter),
      passed_on_by: passedOnAfter === undefined ? null : (staffIds[0] ?? null),
      hidden_at: isHidden ? at(hoursAfter + 1) : null,
      ...(reply !== undefined && {
        ...{ reply, replied_at: at((passedOnAfter ?? hoursAfter) + 1) },
        replied_by: staffIds[0] ?? null,
      }),
    })
    .execute();
  await db
    .insertInto('letter_reads')
    .values({ ...key, seen_at: at(hoursAfter), stamp: null, answers: 1 })
    .onConflict((conflict) => conflict.doUpdateSet({ answers: 1 }))
    .execute();
}

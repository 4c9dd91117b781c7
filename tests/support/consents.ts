import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { insertConsents } from '#domains/people/consent-records/consent-rows.ts';
import { newId } from '#server/secrets.ts';
import type { Factory } from './factories.ts';
import { makeFamily } from './factories.ts';

/** An answer as a new family's page leaves it, waiting for an admin, unless told otherwise. */
export async function makeConsent(
  { db, clock }: Factory,
  { id, host_id }: { id: string; host_id: string },
  overrides: Partial<Insertable<Database['consents']>> = {},
): Promise<string> {
  const now = clock.now().toISOString();
  const row = {
    ...{ id: newId(), host_id, resident_id: id, answer: 'all' as const },
    ...{ given_by: 'relative' as const, by_name: '青木 一郎', relationship: '長男' },
    ...{ answered_on: now.slice(0, 10), way: 'page' as const, wording: 1 },
    ...{ family_id: null as string | null, recorded_by: null, created_at: now, confirmed_at: null },
    ...overrides,
  };
  if (row.family_id === null && row.confirmed_at === null && row.way === 'page') {
    row.family_id = (await makeFamily({ db, clock }, { id, host_id })).id;
  }
  await insertConsents(db, [row]);
  return row.id;
}

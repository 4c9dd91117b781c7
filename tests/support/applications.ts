import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { hashToken, newId, randomToken } from '#server/secrets.ts';
import type { Factory } from './factories.ts';

/** A sheet that is good until 2099. @returns its figures */
export async function makeSheet(
  { db, clock }: Factory,
  { id, host_id }: { id: string; host_id: string },
): Promise<string> {
  const figures = String(Math.random()).slice(2).padEnd(12, '0').slice(0, 12);
  const code = { code_hash: hashToken(figures), code_sealed: 'sealed' };
  const times = { expires_at: '2099-01-01T00:00:00.000Z', created_at: clock.now().toISOString() };
  await db
    .insertInto('sheets')
    .values({ host_id, resident_id: id, ...code, ...times })
    .onConflict((conflict) => conflict.columns(['host_id', 'resident_id']).doUpdateSet(code))
    .execute();
  return figures;
}

/** What a relative has entered, waiting for an admin, unless told otherwise. */
export async function makeApplication(
  { db, clock }: Factory,
  { id, host_id }: { id: string; host_id: string },
  overrides: Partial<Insertable<Database['applications']>> = {},
): Promise<{ id: string; token: string }> {
  const token = randomToken();
  const own = newId();
  await db
    .insertInto('applications')
    .values({
      ...{ id: own, host_id, resident_id: id, token_hash: hashToken(token) },
      ...{ resident_name: '田中 ウメ', name: '田中 花', relationship: '長女' },
      ...{ delivery: 'link', email: null, postcode: null, answer: 'own', wording: 1 },
      ...{ proved_at: null, created_at: clock.now().toISOString(), decided_at: null },
      ...{ decided_by: null, reason: null, family_id: null, link_number: null },
      ...overrides,
    })
    .execute();
  return { id: own, token };
}

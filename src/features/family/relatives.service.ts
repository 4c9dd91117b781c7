import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCompanions } from '#features/family-link/companions.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { FamilyRow } from './family.repository.ts';
import { findFamily, listFamiliesByEmail } from './family.repository.ts';

/**
 * The other families of one relative (domain.md#one-relative-several-residents): of one mailbox
 * that gets letters of several residents.
 */
export async function listRelatives(
  db: Db,
  {
    id,
    host_id: hostId,
    email,
    delivery,
  }: Pick<FamilyRow, 'id' | 'host_id' | 'email' | 'delivery'>,
): Promise<FamilyRow[]> {
  if (delivery !== 'email' || !email) return [];
  const all = await listFamiliesByEmail(db, hostId, email);
  const residents = new Set(all.map(({ resident_id }) => resident_id));
  return residents.size > 1 ? all.filter((one) => one.id !== id) : [];
}

export interface Relative {
  id: string;
  name: string;
  residentName: string;
  /** Whether this family's shelf leads there; null: to the same resident's letters. */
  isShown: boolean | null;
}

/** The same for an admin's page of a family. */
export async function readRelatives(rt: Runtime, { host }: Actor, id: string): Promise<Relative[]> {
  const family = await findFamily(rt.db, host.id, id);
  if (!family) return [];
  const rows = await listRelatives(rt.db, family);
  const companions = await readCompanions(rt, { familyId: id });
  const shown = new Set(companions.map(({ residentToken }) => residentToken));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    residentName: row.resident_name,
    isShown: row.resident_id === family.resident_id ? null : shown.has(row.resident_token),
  }));
}

import type { Actor } from '#domains/account/session/session.ts';
import { answerOf } from '#domains/people/consent.ts';
import type { FamilyRow } from '#domains/people/family-rows.ts';
import { listFamilies } from '#domains/people/family-rows.ts';
import { isSameFamily, isSameName, toEntered } from '#domains/people/same-family.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Application } from './application.ts';
import { listWaitingApplications } from './application-rows.ts';

/** All that wait, oldest first. */
export async function readApplications(rt: Runtime, { host }: Actor): Promise<Application[]> {
  const rows = await listWaitingApplications(rt.db, host.id);
  const families = Map.groupBy(await listFamilies(rt.db, host.id), (row) => row.resident_id);
  const byResident = Map.groupBy(rows, (row) => row.resident_id);
  return rows.map((row) => ({
    id: row.id,
    residentId: row.resident_id,
    residentName: row.registered_name,
    room: row.room || null,
    writtenName: row.resident_name,
    isOtherName: !isSameName([row.resident_name], [row.registered_name, row.registered_kana]),
    name: row.name,
    relationship: row.relationship || null,
    delivery: row.delivery,
    email: row.email,
    isProved: row.proved_at !== null,
    postcode: row.postcode,
    pref: row.pref,
    city: row.city,
    town: row.town,
    street: row.street,
    answer: row.answer,
    heldAnswer: answerOf(row),
    isOtherAnswer: (byResident.get(row.resident_id) ?? [])
      .map((one) => one.answer)
      .concat(answerOf(row))
      .some((one) => one !== null && row.answer !== null && one !== row.answer),
    sameAs: sameAs(families.get(row.resident_id)?.find((one) => isSameFamily(toEntered(one), row))),
    isTwin: (byResident.get(row.resident_id) ?? []).some(
      (one) => one !== row && isSameFamily(one, row),
    ),
    createdAt: row.created_at,
  }));
}

const sameAs = (row: FamilyRow | undefined): Application['sameAs'] =>
  row ? { id: row.id, name: row.name, relationship: row.relationship || null } : null;

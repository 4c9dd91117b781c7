import { makeInvitation } from '#features/invitation/invitation.service.ts';
import { hashPassword } from '#features/session/password.server.ts';
import { toFlag } from '#features/resident/consent.ts';
import { addDays, addMonths, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { MONTHS } from './plan.ts';
import { FACILITY, FAMILIES, RESIDENTS, STAFF } from './story.ts';

/** The demo listens on this machine only. */
export const DEMO_PASSWORD = 'tsukidayori-demo';

export interface SeededPeople {
  hostId: string;
  /** In the order of the story. */
  staffIds: string[];
  residentIds: string[];
}

/** The facility with its staff, residents and families. */
export async function seedPeople(rt: Runtime, today: string): Promise<SeededPeople> {
  // Before the demo's first letter.
  const since = firstDayOf(addMonths(yearMonthOf(today), -MONTHS));
  const createdAt = startOfDay(since).toISOString();
  const hostId = newId();
  const people = {
    hostId,
    staffIds: STAFF.map(newId),
    residentIds: RESIDENTS.map(newId),
  };
  const passwordHash = await hashPassword({ key: 'demo' }, DEMO_PASSWORD);
  const families = familyRows(people, createdAt);
  await rt.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('hosts')
      .values({
        id: hostId,
        ...FACILITY,
        plan: 'standard',
        activated_at: createdAt,
        trial_ends_at: null,
        created_at: createdAt,
      })
      .execute();
    await tx
      .insertInto('delivery_settings')
      .values({
        host_id: hostId,
        sender_name: FACILITY.name,
        signature: `${FACILITY.name} 職員一同`,
        early_look: 1,
      })
      .execute();
    await tx
      .insertInto('staffs')
      .values(staffRows(people, passwordHash, createdAt))
      .execute();
    await tx
      .insertInto('residents')
      .values(residentRows(people, today, createdAt))
      .execute();
    await tx.insertInto('families').values(families).execute();
    await makeInvitation({ ...rt, db: tx }, hostId);
  });
  return people;
}

const staffRows = ({ hostId, staffIds }: SeededPeople, passwordHash: string, createdAt: string) =>
  STAFF.map(({ name, nameKana, email, scope }, index) => ({
    id: staffIds[index] ?? newId(),
    host_id: hostId,
    email,
    name,
    name_kana: nameKana,
    role: scope,
    password_hash: passwordHash,
    confirmed_at: createdAt,
    last_seen_at: null,
    created_at: createdAt,
  }));

const residentRows = ({ hostId, residentIds }: SeededPeople, today: string, createdAt: string) =>
  RESIDENTS.map(({ name, nameKana, room, birthday, photoConsent, monthsAgo }, index) => ({
    id: residentIds[index] ?? newId(),
    host_id: hostId,
    name,
    name_kana: nameKana,
    room,
    birthday,
    photo_consent: toFlag(photoConsent),
    left_on:
      monthsAgo === undefined
        ? null
        : addDays(firstDayOf(addMonths(yearMonthOf(today), -monthsAgo)), 11),
    portrait_blob_id: null,
    token: randomToken(),
    created_at: createdAt,
  }));

const familyRows = ({ hostId, residentIds }: SeededPeople, createdAt: string) =>
  FAMILIES.map(({ residentIndex, name, nameKana, relationship, delivery, email, address }) => ({
    id: newId(),
    host_id: hostId,
    resident_id: residentIds[residentIndex] ?? '',
    name,
    name_kana: nameKana,
    relationship,
    delivery,
    email: email ?? null,
    postcode: address?.postcode.replace('-', '') ?? null,
    pref: address?.pref ?? '',
    city: address?.city ?? '',
    town: address?.town ?? '',
    street: address?.street ?? '',
    token: randomToken(),
    created_at: createdAt,
  }));

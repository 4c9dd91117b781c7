import { makeInvitation } from '#domains/account/invite.ts';
import { hashPassword } from '#domains/account/password/password.ts';
import { toColumns } from '#domains/people/consent.ts';
import { accountOf } from '#domains/line/webhook.ts';
import { lastPhrasesOf } from '#domains/people/last-letter.ts';
import { addDays, addMonths, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { toFlag } from '#lib/flags.ts';
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
    await tx.insertInto('consents').values(consentRows(people, createdAt)).execute();
    await tx.insertInto('families').values(families).execute();
    await tx.insertInto('line_accounts').values(accountRows(families)).execute();
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
    password_hash: email === null ? null : passwordHash,
    confirmed_at: createdAt,
    last_seen_at: null,
    created_at: createdAt,
  }));

const residentRows = ({ hostId, residentIds }: SeededPeople, today: string, createdAt: string) =>
  RESIDENTS.map((resident, index) => ({
    id: residentIds[index] ?? newId(),
    host_id: hostId,
    name: resident.name,
    name_kana: resident.nameKana,
    room: resident.room,
    birthday: resident.birthday,
    ...toColumns(resident.photoConsent === null ? null : resident.photoConsent ? 'all' : 'none'),
    ...lifeColumns(resident, today),
    portrait_blob_id: null,
    token: randomToken(),
    created_at: createdAt,
  }));

/** From the forms that families filled in at the beginning. */
const consentRows = ({ hostId, residentIds, staffIds }: SeededPeople, createdAt: string) =>
  RESIDENTS.flatMap(({ photoConsent }, index) => {
    const resident_id = residentIds[index];
    if (photoConsent === null || resident_id === undefined) return [];
    return [
      {
        ...{ id: newId(), host_id: hostId, resident_id, wording: null, family_id: null },
        answer: photoConsent ? ('all' as const) : ('none' as const),
        ...{ given_by: 'relative' as const, way: 'paper' as const },
        ...{ answered_on: createdAt.slice(0, 10), recorded_by: staffIds[0] ?? null },
        ...{ created_at: createdAt, confirmed_at: createdAt },
      },
    ];
  });

/** One resident in each state of life. */
function lifeColumns(
  { name, monthsAgo, awayFor, diedAgo }: (typeof RESIDENTS)[number],
  today: string,
) {
  const month = yearMonthOf(today);
  const hasDied = diedAgo !== undefined;
  return {
    left_on:
      monthsAgo === undefined ? null : addDays(firstDayOf(addMonths(month, -monthsAgo)), LEFT_DAY),
    away_since: awayFor === undefined ? null : addDays(today, -awayFor),
    died_on: hasDied ? addDays(today, -diedAgo) : null,
    letters_end: hasDied ? firstDayOf(month) : null,
    last_letter: hasDied ? (1 as const) : (0 as const),
    last_words: hasDied ? (lastPhrasesOf(name)[2] ?? '') : '',
  };
}

/** Days after the 1st. */
const LEFT_DAY = 11;

/** Made up: nothing leaves the demo. */
const accountRows = (families: ReturnType<typeof familyRows>) =>
  FAMILIES.flatMap(({ lines = 0 }, index) => {
    const family = families[index];
    if (!family) return [];
    const { id: family_id, host_id, created_at: joined_at } = family;
    return Array.from({ length: lines }, () => {
      const user_id = `U${newId()}`;
      return { host_id, family_id, account: accountOf(user_id), user_id, joined_at };
    });
  });

const familyRows = ({ hostId, residentIds }: SeededPeople, createdAt: string) =>
  FAMILIES.map(
    ({ residentIndex, name, nameKana, relationship, delivery, email, phone, address, lines }) => ({
      id: newId(),
      host_id: hostId,
      resident_id: residentIds[residentIndex] ?? '',
      name,
      name_kana: nameKana,
      relationship,
      delivery,
      email: email ?? null,
      phone: phone ?? '',
      by_line: toFlag(lines !== undefined),
      postcode: address?.postcode.replace('-', '') ?? null,
      pref: address?.pref ?? '',
      city: address?.city ?? '',
      town: address?.town ?? '',
      street: address?.street ?? '',
      token: randomToken(),
      link_number: 1,
      created_at: createdAt,
    }),
  );

import { sql } from 'kysely';
import type { Db } from '#server/database.ts';
import { FAMILY_FACTS } from '#domains/people/family-facts.ts';
import { RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import { addMonths } from '#lib/calendar.ts';
import { severalLines } from '#lib/text.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { makeApplication } from './applications.ts';
import { makeAnswer, makeFamily, makeNote, makeResident, makeSkipped } from './factories.ts';
import type { Site } from './open-site.ts';

const lengthsOf = (facts: Record<string, { column: string; max?: number | undefined }>) =>
  Object.fromEntries(
    Object.values(facts).flatMap(({ column, max }) => (max === undefined ? [] : [[column, max]])),
  );

/** Columns that hold what a person wrote, with the longest that the schemas take. */
export const WRITTEN: Record<string, Record<string, number>> = {
  hosts: { name: 60, city: 50, town: 100, street: 100 },
  facility_endings: { words: 600, own_words: 600 },
  ended_facilities: { name: 60 },
  residents: {
    ...lengthsOf(RESIDENT_FACTS),
    last_words: 600,
  },
  consents: { by_name: 60, relationship: 20, note: 200 },
  applications: {
    ...{ resident_name: 60, name: 60, relationship: 20, reason: 200 },
    ...{ city: 50, town: 100, street: 100 },
  },
  families: lengthsOf(FAMILY_FACTS),
  staffs: { name: 60, name_kana: 60 },
  items: { caption: 200 },
  letters: { title: 60, body: 4000 },
  letter_notes: { body: 600 },
  letter_checks: { held_back: 200 },
  delivery_settings: { sender_name: 60, signature: 500 },
  answers: { family_name: 60, relationship: 20, body: 300, reply: 300 },
  shared_devices: { name: 30 },
  passkeys: { name: 40 },
  line_accounts: { name: 30 },
  contacts: { name: 60, body: 4000 },
  blobs: { filename: 200 },
  sessions: { user_agent: 200, address: 45 },
  remembered_browsers: { user_agent: 200 },
  operator_sessions: { user_agent: 200, address: 45 },
  audit_logs: { address: 45, browser: 60 },
  // Of another mail server.
  outbox: { returned_words: 300 },
};

/** Columns of text that the server writes, by their endings: ids, days, states, tokens. */
export const NOT_WRITTEN =
  /(?:^|_)(?:id|at|on|by|day|hash|token|key|state|kind|channel|email|postcode|pref|phone|plan|slot|role|purpose|sealed|step|code|stamp|delivery|outcome|picture|color|account|way|version|spread|span|queue|holder|reached|mailbox|until|since|ends|end|before|page|payload|content|recipient|subject|text|html|error|reply_to|network|action|target|detail|checksum|sha256|type|transports|method|route|problem|number|link|fault|refusal|returned|reach|extent|only_for|left_out_for|waiting_consent)$|^(?:birthday|(?:consents|applications)\.answer|leases\.name|blob_files\.name|troubles\.name|mailbox_readings\.trouble|families\.returned_words)$/;

/** A text as a field keeps it, of full length. */
export const ofLength =
  (unit: string) =>
  (length: number): string =>
    severalLines(`・${unit.repeat(Math.ceil(length / unit.length))}`)
      .slice(0, length - 1)
      .toWellFormed()
      .concat('・');

/** So much of its id makes a row's text one that no cache knows. */
const OWN_LENGTH = 6;
const WITHOUT_ID = new Set([
  'line_accounts',
  'letters',
  'letter_notes',
  'letter_checks',
  'delivery_settings',
  'facility_endings',
]);

/** Puts a text of the greatest length into every column of every row, as if somebody had sent it. */
export async function storeEverywhere(db: Db, of: (length: number) => string): Promise<void> {
  for (const [table, columns] of Object.entries(WRITTEN)) {
    for (const [column, length] of Object.entries(columns)) {
      const [name, at] = [sql.table(table), sql.ref(column)];
      const text = WITHOUT_ID.has(table)
        ? sql`${of(length)}`
        : sql`${of(length - OWN_LENGTH)} || substr(id, 1, ${OWN_LENGTH})`;
      await sql`UPDATE ${name} SET ${at} = ${text} WHERE ${at} IS NOT NULL`.execute(db);
    }
  }
}

const FAMILIES = 40;
const ANSWERS = 24;
const APPLICATIONS = 10;

/** More of everything that a page lists, at the facility of the cast. */
export async function makeMuch({ factory, world }: Pick<Site, 'factory' | 'world'>): Promise<void> {
  const { cast, yearMonth } = world;
  const { db } = factory;
  const now = factory.clock.now().toISOString();
  const hostId = cast.host.id;
  for (let n = 0; n < FAMILIES; n++) {
    const resident = await makeResident(factory, hostId, { room: '1' });
    await makeFamily(factory, resident, { relationship: '長女' });
    for (const month of [yearMonth, addMonths(yearMonth, 1)]) {
      await makeNote(factory, resident, month);
      if (n % 4 === 0) await makeSkipped(factory, resident, month);
    }
  }
  for (let n = 0; n < APPLICATIONS; n++) await makeApplication(factory, cast.resident);
  await makeNote(factory, cast.resident, yearMonth);
  for (let n = 0; n < ANSWERS; n++)
    await makeAnswer(factory, cast.family, { year_month: yearMonth, body: `ことば ${n}` });
  await db
    .insertInto('delivery_settings')
    .values({ host_id: hostId, sender_name: 'a', signature: 'a', early_look: 1 })
    .execute();
  await db
    .insertInto('shared_devices')
    .values({
      ...{ id: newId(), host_id: hostId, name: 'a', token_hash: randomToken(), is_for_all: 1 },
      ...{ made_by: cast.admin.id, last_used_at: null, created_at: now },
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute();
  await db
    .updateTable('families')
    .set({ city: 'a', town: 'a', street: 'a', pref: '東京都', postcode: '1040061' })
    .where('host_id', '=', hostId)
    .execute();
}

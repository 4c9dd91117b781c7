import type { Insertable } from 'kysely';
import { Argon2id } from 'oslo/password';
import type { Database } from '#db/schema.ts';
import { hashPassword } from '#domains/account/password/password.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';

/** So that seeds of other programs can use them too. */
export type Factory = Pick<Runtime, 'db' | 'clock'>;
type Overrides<Table extends keyof Database> = Partial<Insertable<Database[Table]>>;

export const PASSWORD = 'tsuki-no-tayori-2026';
let passwordHash: Promise<string> | undefined;
const hashOnce = (): Promise<string> => (passwordHash ??= hashOf(PASSWORD));

/** Tests sign in thousands of times, and a hash names its own cost; benchmarks pay the whole. */
export const hashOf = (password: string): Promise<string> =>
  process.env['QUICK_PASSWORDS'] === '1'
    ? new Argon2id({ memorySize: 8, iterations: 1, parallelism: 1 }).hash(password)
    : hashPassword({ key: 'factory' }, password);
/** Of one length, so that addresses sort as they were made. */
let counter = 100_000;

const base = ({ clock }: Factory) => ({ id: newId(), created_at: clock.now().toISOString() });

/** Active, on its trial. */
export const makeHost = (rt: Factory, overrides: Overrides<'hosts'> = {}) =>
  rt.db
    .insertInto('hosts')
    .values({
      ...base(rt),
      name: 'ひだまりの家',
      phone: '03-1234-5678',
      plan: 'standard',
      activated_at: rt.clock.now().toISOString(),
      trial_ends_at: null,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Confirmed, with PASSWORD. */
export const makeStaff = async (
  rt: Factory,
  hostId: string,
  overrides: Overrides<'staffs'> & { email?: string } = {},
) =>
  rt.db
    .insertInto('staffs')
    .values({
      ...base(rt),
      host_id: hostId,
      email: `staff${++counter}@example.jp`,
      name: '佐藤 花子',
      name_kana: 'サトウ ハナコ',
      role: 'general',
      password_hash: await hashOnce(),
      confirmed_at: rt.clock.now().toISOString(),
      last_seen_at: null,
      ...overrides,
    })
    .returningAll()
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow();

/** Without an address: for shared devices only. */
export const makeCarer = (rt: Factory, hostId: string, overrides: Overrides<'staffs'> = {}) =>
  rt.db
    .insertInto('staffs')
    .values({
      ...base(rt),
      host_id: hostId,
      email: null,
      name: '清水 あかり',
      name_kana: 'シミズ アカリ',
      role: 'general',
      password_hash: null,
      confirmed_at: rt.clock.now().toISOString(),
      last_seen_at: null,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const makeResident = (rt: Factory, hostId: string, overrides: Overrides<'residents'> = {}) =>
  rt.db
    .insertInto('residents')
    .values({
      ...base(rt),
      host_id: hostId,
      name: '田中 ウメ',
      name_kana: 'タナカ ウメ',
      birthday: null,
      photo_consent: 1,
      left_on: null,
      portrait_blob_id: null,
      token: randomToken(),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const makeFamily = (
  rt: Factory,
  { id, host_id }: { id: string; host_id: string },
  overrides: Overrides<'families'> = {},
) =>
  rt.db
    .insertInto('families')
    .values({
      ...base(rt),
      host_id,
      resident_id: id,
      name: '田中 一郎',
      email: null,
      postcode: null,
      delivery: 'link',
      token: randomToken(),
      link_number: 1,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const makeLetter = (
  rt: Factory,
  hostId: string,
  yearMonth: number,
  overrides: Overrides<'letters'> = {},
) =>
  rt.db
    .insertInto('letters')
    .values({
      host_id: hostId,
      year_month: yearMonth,
      title: '秋のお便り',
      body: '朝晩が涼しくなりました。',
      cover_item_id: null,
      version: 1,
      updated_at: rt.clock.now().toISOString(),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** About the letter of September 2026, the tests' last one. */
export const makeAnswer = (
  rt: Factory,
  family: { id: string; host_id: string; resident_id: string },
  overrides: Overrides<'answers'> = {},
) =>
  rt.db
    .insertInto('answers')
    .values({
      ...base(rt),
      host_id: family.host_id,
      resident_id: family.resident_id,
      family_id: family.id,
      year_month: 202609,
      body: '元気そうで安心しました。',
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** 今月のご様子 of one resident. */
export const makeNote = (
  rt: Factory,
  { id, host_id }: { id: string; host_id: string },
  yearMonth: number,
  overrides: Overrides<'letter_notes'> = {},
) =>
  rt.db
    .insertInto('letter_notes')
    .values({
      host_id,
      resident_id: id,
      year_month: yearMonth,
      body: '食欲があり、\nよく笑っておいでです。',
      version: 1,
      updated_by: null,
      updated_at: rt.clock.now().toISOString(),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Skips one resident's letter, also one that is checked. */
export const makeSkipped = (
  rt: Factory,
  { id, host_id }: { id: string; host_id: string },
  yearMonth: number,
  overrides: Overrides<'letter_checks'> = {},
) => {
  const check = {
    checked_at: null,
    checked_by: null,
    held_back: '入院されているため',
    held_back_at: rt.clock.now().toISOString(),
    held_back_by: null,
    ...overrides,
  };
  return rt.db
    .insertInto('letter_checks')
    .values({ host_id, resident_id: id, year_month: yearMonth, ...check })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'resident_id', 'year_month']).doUpdateSet(check),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};

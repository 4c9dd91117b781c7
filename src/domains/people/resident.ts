import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import type { FieldErrors } from '#lib/errors.ts';
import { formId, opaque } from '#lib/input.ts';
import { ageOn } from '#lib/japanese-date.ts';
import { CONSENT_EXTENTS } from './consent.ts';
import { civilDay } from './day-input.ts';
import { LIFE_STATES } from './life.ts';
import { KEEP_LINE } from './renewal-answers.ts';
import type { FactColumn } from './resident-facts.ts';
import { FACT_NAMES, RESIDENT_FACTS, factSchemas } from './resident-facts.ts';

const OLDEST_AGE = 130;

const FACTS = factSchemas('output');

export const ResidentShort = z.object({
  id: z.string(),
  name: FACTS.name,
  nameKana: FACTS.nameKana,
  room: FACTS.room,
  portraitUrl: z.string().nullable(),
  itemsCount: z.number(),
  /** null: not asked yet; only true allows photos. */
  photoConsent: z.boolean().nullable(),
  /** How far a yes reaches; null unless it is one. */
  photoConsentExtent: z.enum(CONSENT_EXTENTS).nullable(),
  /** What the person has said or shown about photos. */
  ownWish: FACTS.ownWish,
  state: z.enum(LIFE_STATES),
  /** There is nobody to write to: nothing is asked about the person's letters. */
  hasNoFamily: z.boolean(),
  /** The letter of the month in question is not sent. */
  heldBack: z.boolean(),
});
export type ResidentShort = z.output<typeof ResidentShort>;

export const ResidentsOutput = z.object({ residents: z.array(ResidentShort) });

export const ResidentLong = z.object({
  ...ResidentShort.omit({ heldBack: true }).shape,
  ...FACTS,
  awaySince: z.string().nullable(),
  leftOn: z.string().nullable(),
  diedOn: z.string().nullable(),
  familiesCount: z.number(),
  residentToken: z.string(),
  createdAt: z.string(),
});
export type ResidentLong = z.output<typeof ResidentLong>;

export interface ResidentCard {
  resident: ResidentLong;
  /** Consent was withdrawn, and an admin has yet to decide. */
  isUndecided: boolean;
}

export const ResidentOutput = z.object({ resident: ResidentLong });
export const ResidentsLongOutput = z.object({ residents: z.array(ResidentLong) });

export const DAY_LABELS = {
  awaySince: '不在になられた日',
  leftOn: '退居の日',
  diedOn: '亡くなられた日',
} as const;
type LifeDay = keyof typeof DAY_LABELS;

/** What `resident.changed` may list, in the words of the history. */
export type ChangedColumn = FactColumn | 'has_no_family' | 'portrait_blob_id';
export const CHANGED_LABELS: Readonly<Record<ChangedColumn, string>> = {
  ...(Object.fromEntries(
    FACT_NAMES.map((name) => [RESIDENT_FACTS[name].column, RESIDENT_FACTS[name].label]),
  ) as Record<FactColumn, string>),
  has_no_family: 'ご家族の有無',
  portrait_blob_id: '顔写真',
};

const FIELDS = {
  photoConsent: z.boolean('写真の掲載について選んでください。').nullable(),
  photoConsentExtent: z
    .enum(CONSENT_EXTENTS, '写真をどこまで載せるかを選んでください。')
    .nullable(),
  awaySince: civilDay(DAY_LABELS.awaySince),
  leftOn: civilDay(DAY_LABELS.leftOn),
  diedOn: civilDay(DAY_LABELS.diedOn),
  /** Signed id of an upload; null removes. */
  portrait: opaque('顔写真を選び直してください。', 200)
    .min(1, '顔写真を選び直してください。')
    .nullable(),
};

export const CreateResidentInput = z.strictObject({
  ...factSchemas('create'),
  photoConsent: FIELDS.photoConsent.default(null),
  photoConsentExtent: FIELDS.photoConsentExtent.default(null),
  awaySince: FIELDS.awaySince.default(null),
  leftOn: FIELDS.leftOn.default(null),
  diedOn: FIELDS.diedOn.default(null),
  portrait: FIELDS.portrait.default(null),
});
export type CreateResidentInput = z.output<typeof CreateResidentInput>;

export const UpdateResidentInput = z.strictObject({
  ...z.object({ ...factSchemas('input'), ...FIELDS }).partial().shape,
  hasNoFamily: z.boolean('ご家族がいらっしゃるかどうかを選んでください。').optional(),
  rotateToken: z.literal(true, '新しくするときは true にしてください。').optional(),
  /** With `rotateToken`: accounts that joined LINE go on getting the letters. */
  keepLine: z.boolean(KEEP_LINE).optional(),
});
export type UpdateResidentInput = z.output<typeof UpdateResidentInput>;

const PHOTO_DECISIONS = ['keep', 'choose', 'delete', 'own'] as const;

export const PhotoDecision = z.object({
  decision: z.enum(PHOTO_DECISIONS, 'どうするかを選んでください。'),
  itemIds: z.array(formId(64)),
});
export type PhotoDecision = z.output<typeof PhotoDecision>;

export type Days = { [Name in 'birthday' | LifeDay]?: CivilDate | null | undefined };

export function findDayProblems(days: Days, today: CivilDate): FieldErrors {
  const { birthday, leftOn } = days;
  const errors: FieldErrors = {};
  if (birthday && birthday > today) errors['birthday'] = ['生年月日が今日より後になっています。'];
  if (birthday && ageOn(birthday, today) > OLDEST_AGE) {
    errors['birthday'] = [`${ageOn(birthday, today)}歳になります。生年月日を確かめてください。`];
  }
  if (leftOn && ageOn(today, leftOn) >= 1) {
    errors['leftOn'] = ['退居の日は、1年先までにしてください。'];
  }
  for (const name of ['awaySince', 'diedOn'] as const) {
    const day = days[name];
    if (day && day > today) {
      errors[name] = [`${DAY_LABELS[name]}が今日より後になっています。日付を確かめてください。`];
    }
  }
  for (const name of ['awaySince', 'leftOn', 'diedOn'] as const) {
    const day = days[name];
    if (!birthday || !day || day >= birthday) continue;
    const problem = `${DAY_LABELS[name]}が生年月日より前になっています。日付を確かめてください。`;
    errors[name] = [problem];
    errors['birthday'] ??= [problem];
  }
  return errors;
}

type Born = { birthday: CivilDate | null };

/** Whether two of one name may be the same person. */
export const fitsBirthday = (a: Born, b: Born): boolean =>
  a.birthday === null || b.birthday === null || a.birthday === b.birthday;

export const isSameDay = (a: Born, b: Born): boolean =>
  a.birthday !== null && a.birthday === b.birthday;

import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import { isCivilDate } from '#lib/calendar.ts';
import type { FieldErrors } from '#lib/errors.ts';
import { kana, line, opaque, sent, words } from '#lib/input.ts';
import { ageOn } from '#lib/japanese-date.ts';
import { searchKey } from '#lib/kana.ts';
import { CONSENT_EXTENTS } from './consent.ts';
import { LIFE_STATES } from './life.ts';
import { KEEP_LINE } from './renewal-answers.ts';

export const RESIDENT_NAME_MAX_LENGTH = 60;
export const ROOM_MAX_LENGTH = 20;
export const OWN_WISH_MAX_LENGTH = 200;
const OLDEST_AGE = 130;
const OLDEST_DAY = '1868-01-25';
// what comes before has no calendar of ours

export const ResidentShort = z.object({
  id: z.string(),
  name: z.string(),
  nameKana: z.string(),
  room: z.string().nullable(),
  portraitUrl: z.string().nullable(),
  itemsCount: z.number(),
  /** null: not asked yet; only true allows photos. */
  photoConsent: z.boolean().nullable(),
  /** How far a yes reaches; null unless it is one. */
  photoConsentExtent: z.enum(CONSENT_EXTENTS).nullable(),
  /** What the person has said or shown about photos. */
  ownWish: z.string(),
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
  /** How far a yes reaches: to letters of the own family, or to others' too; null without one. */
  photoConsentExtent: z.enum(CONSENT_EXTENTS).nullable(),
  birthday: z.string().nullable(),
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

const nullAsEmpty = (value: unknown): unknown => value ?? '';
export const civilDay = (label: string) =>
  sent(`${label}を確かめてください。`, 10)
    .trim()
    .refine((text) => isCivilDate(text) && text >= OLDEST_DAY, `${label}を確かめてください。`)
    .nullable();

export const DAY_LABELS = {
  awaySince: '不在になられた日',
  leftOn: '退居の日',
  diedOn: '亡くなられた日',
} as const;
type LifeDay = keyof typeof DAY_LABELS;

export const RESIDENT_FIELDS = {
  name: line({ label: 'お名前', max: RESIDENT_NAME_MAX_LENGTH }),
  nameKana: z.preprocess(nullAsEmpty, kana({ label: 'ふりがな', max: RESIDENT_NAME_MAX_LENGTH })),
  room: z.preprocess(nullAsEmpty, line({ label: '部屋', max: ROOM_MAX_LENGTH, required: false })),
  birthday: civilDay('生年月日'),
  photoConsent: z.boolean('写真の掲載について選んでください。').nullable(),
  photoConsentExtent: z
    .enum(CONSENT_EXTENTS, '写真をどこまで載せるかを選んでください。')
    .nullable(),
  /** For staff only. */
  ownWish: z.preprocess(
    nullAsEmpty,
    words({ label: 'ご本人のお気持ち', max: OWN_WISH_MAX_LENGTH, required: false }),
  ),
  awaySince: civilDay(DAY_LABELS.awaySince),
  leftOn: civilDay(DAY_LABELS.leftOn),
  diedOn: civilDay(DAY_LABELS.diedOn),
  hasNoFamily: z.boolean('ご家族がいらっしゃるかどうかを選んでください。'),
  /** Signed id of an upload; null removes. */
  portrait: opaque('顔写真を選び直してください。', 200)
    .min(1, '顔写真を選び直してください。')
    .nullable(),
};

export const CreateResidentInput = z.strictObject({
  name: RESIDENT_FIELDS.name,
  nameKana: RESIDENT_FIELDS.nameKana,
  room: RESIDENT_FIELDS.room,
  birthday: RESIDENT_FIELDS.birthday.default(null),
  photoConsent: RESIDENT_FIELDS.photoConsent.default(null),
  photoConsentExtent: RESIDENT_FIELDS.photoConsentExtent.default(null),
  ownWish: RESIDENT_FIELDS.ownWish.default(''),
  awaySince: RESIDENT_FIELDS.awaySince.default(null),
  leftOn: RESIDENT_FIELDS.leftOn.default(null),
  diedOn: RESIDENT_FIELDS.diedOn.default(null),
  portrait: RESIDENT_FIELDS.portrait.default(null),
});
export type CreateResidentInput = z.output<typeof CreateResidentInput>;

export const UpdateResidentInput = z.strictObject({
  name: RESIDENT_FIELDS.name.optional(),
  nameKana: RESIDENT_FIELDS.nameKana.optional(),
  room: RESIDENT_FIELDS.room.optional(),
  birthday: RESIDENT_FIELDS.birthday.optional(),
  photoConsent: RESIDENT_FIELDS.photoConsent.optional(),
  photoConsentExtent: RESIDENT_FIELDS.photoConsentExtent.optional(),
  ownWish: RESIDENT_FIELDS.ownWish.optional(),
  hasNoFamily: RESIDENT_FIELDS.hasNoFamily.optional(),
  awaySince: RESIDENT_FIELDS.awaySince.optional(),
  leftOn: RESIDENT_FIELDS.leftOn.optional(),
  diedOn: RESIDENT_FIELDS.diedOn.optional(),
  portrait: RESIDENT_FIELDS.portrait.optional(),
  rotateToken: z.literal(true, '新しくするときは true にしてください。').optional(),
  /** With `rotateToken`: who has joined LINE gets the letters on. */
  keepLine: z.boolean(KEEP_LINE).optional(),
});
export type UpdateResidentInput = z.output<typeof UpdateResidentInput>;

const PHOTO_DECISIONS = ['keep', 'choose', 'delete', 'own'] as const;

export const PhotoDecision = z.object({
  decision: z.enum(PHOTO_DECISIONS, 'どうするかを選んでください。'),
  itemIds: z.array(opaque('もう一度お試しください。', 64)),
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

interface Person {
  name: string;
  birthday: CivilDate | null;
}

/** Equal names, ignoring spaces, and no different birthdays. */
export const isSamePerson = (a: Person, b: Person): boolean =>
  searchKey(a.name) === searchKey(b.name) &&
  (a.birthday === null || b.birthday === null || a.birthday === b.birthday);

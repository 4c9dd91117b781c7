import { z } from 'zod';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { CONSENT_ANSWERS, CONSENT_GIVERS, CONSENT_WAYS } from '#domains/people/consent.ts';
import { RELATIONSHIP_MAX_LENGTH } from '#domains/people/family-facts.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { civilDay } from '#domains/people/day-input.ts';
import { RESIDENT_NAME_MAX_LENGTH } from '#domains/people/resident-facts.ts';
import { invalid } from '#lib/errors.ts';
import { line, orEmpty, words } from '#lib/input.ts';

export const CONSENT_NOTE_MAX_LENGTH = 200;

/** An answer and who gave it, when and how; null: nobody said. */
export const ConsentInput = z.strictObject({
  answer: z.enum(CONSENT_ANSWERS, 'どのお返事かを選んでください。'),
  by: z.enum(CONSENT_GIVERS, 'どなたのお返事かを選んでください。').nullable().default(null),
  byName: orEmpty(
    line({ label: 'お名前', max: RESIDENT_NAME_MAX_LENGTH, required: false }),
  ).default(''),
  relationship: orEmpty(
    line({ label: '続柄', max: RELATIONSHIP_MAX_LENGTH, required: false }),
  ).default(''),
  /** Absent: today. */
  on: civilDay('お返事の日').optional(),
  how: z.enum(CONSENT_WAYS, 'どのように伺ったかを選んでください。').nullable().default(null),
  note: orEmpty(words({ label: 'メモ', max: CONSENT_NOTE_MAX_LENGTH, required: false })).default(
    '',
  ),
});
type WholeInput = z.output<typeof ConsentInput>;
export type ConsentInput = Pick<WholeInput, 'answer'> & Partial<WholeInput>;

export const ConsentSchema = z.object({
  id: z.string(),
  answer: z.enum(CONSENT_ANSWERS),
  by: z.enum(CONSENT_GIVERS).nullable(),
  byName: z.string(),
  relationship: z.string(),
  on: z.string().nullable(),
  how: z.enum(CONSENT_WAYS).nullable(),
  /** The version of the form's words that were read; null: none of ours. */
  wording: z.number().nullable(),
  note: z.string(),
  /** Who answered on their page. */
  familyId: z.string().nullable(),
  /** The name of whoever recorded it. */
  recordedBy: z.string().nullable(),
  createdAt: z.string(),
  /** null: a family's answer that waits for an admin. */
  confirmedAt: z.string().nullable(),
  /** The one that holds now. */
  holds: z.boolean(),
});
export type Consent = z.output<typeof ConsentSchema>;

const answerOrNone = z.enum(CONSENT_ANSWERS).nullable();
export const ConsentsSchema = z.object({
  consents: z.array(ConsentSchema),
  /** null: nobody was asked. */
  holds: answerOrNone,
  /** What pictures obey: narrower than `holds` while a family's answer waits. */
  obeyed: answerOrNone,
  /** The photos are hidden from every family until an admin has confirmed or decided. */
  hidden: z.boolean(),
});
export type Consents = z.output<typeof ConsentsSchema>;

type Asked = Pick<UpdateResidentInput, 'photoConsent' | 'photoConsentExtent'>;

/**
 * The answer that a form, a list or a client asks for; undefined where it says nothing. A yes that
 * does not say how far reaches as far as the one before, or to others' letters too.
 * @throws AppError 422 for an extent without a yes
 */
export function answerAsked(
  before: ConsentAnswer | null,
  { photoConsent, photoConsentExtent: extent = null }: Asked,
): ConsentAnswer | null | undefined {
  if (photoConsent === undefined && extent === null) return undefined;
  const isYes =
    photoConsent ?? (photoConsent === undefined && before !== null && before !== 'none');
  if (extent !== null && !isYes) {
    const text = '写真をどこまで載せるかは、「載せてよい」のときだけ選べます。';
    throw invalid(text, { photoConsentExtent: [text] });
  }
  if (photoConsent === null) return null;
  return isYes ? (extent ?? (before === 'own' ? 'own' : 'all')) : 'none';
}

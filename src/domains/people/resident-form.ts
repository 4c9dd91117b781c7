import { z } from 'zod';
import { formId, opaque } from '#lib/input.ts';
import { Shown } from '#lib/shown.ts';
import { WrittenDay } from './day-input.ts';
import { LastLetter } from './last-letter.ts';
import { KeepLineAnswer } from './renewal-answers.ts';
import { factSchemas } from './resident-facts.ts';
import { PhotoDecision } from './resident.ts';

/** Missing form fields are null. */

const textOf = (value: unknown): unknown => value ?? '';
const isTicked = (value: unknown): boolean => value === 'on';

/** For new residents; later answers are recorded one by one (`consent-records/consent-form.ts`). */
const FIRST_ANSWERS = {
  yes: { photoConsent: true, photoConsentExtent: 'all' },
  own: { photoConsent: true, photoConsentExtent: 'own' },
  no: { photoConsent: false, photoConsentExtent: null },
  unknown: { photoConsent: null, photoConsentExtent: null },
} as const;
type FirstAnswer = keyof typeof FIRST_ANSWERS;

const ResidentForm = z.object({
  ...factSchemas('form'),
  portrait: z.preprocess(textOf, opaque('顔写真を選び直してください。', 200)),
  removePortrait: z.preprocess(isTicked, z.boolean()),
});

export const NewResidentForm = z.object({
  ...ResidentForm.shape,
  photoConsent: z.enum(
    Object.keys(FIRST_ANSWERS) as FirstAnswer[],
    '写真の掲載について選んでください。',
  ),
});

const ID_MAX_LENGTH = 64;
const Id = formId(ID_MAX_LENGTH);

export const UpdateResidentForm = z.object({ id: Id, ...ResidentForm.shape, shown: Shown });

/** What one press takes back. */
export const OneResidentForm = z.object({ id: Id });

/** One press says that there is nobody to write to, or takes it back. */
export const HasFamilyForm = z.object({
  id: Id,
  hasNoFamily: z.preprocess((value) => value === 'yes', z.boolean()),
});

export const LifeStateForm = z.object({
  id: Id,
  awaySince: WrittenDay,
  leftOn: WrittenDay,
  diedOn: WrittenDay,
  shown: Shown,
});

export const LastLetterForm = z.object({ id: Id, ...LastLetter.shape });

export const RotateTokenForm = z.object({
  id: Id,
  understood: z.preprocess(
    isTicked,
    z.literal(true, 'リンクが使えなくなることを確かめて、印をつけてください。'),
  ),
  ...KeepLineAnswer,
});

export const DecidePhotosForm = z.object({ id: Id, ...PhotoDecision.shape });

/** A new portrait wins over removing the old one. */
export const toResidentInput = ({
  portrait,
  removePortrait,
  ...fields
}: z.output<typeof ResidentForm>): FormFields & { portrait?: string | null } => ({
  ...fields,
  ...(portrait !== '' ? { portrait } : removePortrait && { portrait: null }),
});

type FormFields = Omit<z.output<typeof ResidentForm>, 'portrait' | 'removePortrait'>;

export const toNewResident = ({ photoConsent, ...fields }: z.output<typeof NewResidentForm>) => ({
  ...HERE,
  portrait: null,
  ...toResidentInput(fields),
  ...FIRST_ANSWERS[photoConsent],
});

/** Whoever is added by the form lives here. */
const HERE = { awaySince: null, leftOn: null, diedOn: null };

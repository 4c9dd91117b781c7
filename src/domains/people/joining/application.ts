import { z } from 'zod';
import { EmailInput } from '#domains/account/session/session.ts';
import { CONSENT_ANSWERS } from '#domains/people/consent.ts';
import { FamilyInput, missingFor } from '#domains/people/family.ts';
import { RESIDENT_NAME_MAX_LENGTH } from '#domains/people/resident-facts.ts';
import { REOPEN, formId, line, opaque, orEmpty, words } from '#lib/input.ts';

/** How a relative wants the letters. LINE is joined once it was taken in. */
export const JOIN_WAYS = ['email', 'line', 'print', 'link'] as const;
export type JoinWay = (typeof JOIN_WAYS)[number];

/** In which a resident's sheet is good. */
export const SHEET_DAYS = 90;
/** For refused ones, and those that nobody has decided. */
export const APPLICATION_DAYS = 90;

/** Without an answer about photos for now. */
export const LATER = 'later';

const { name, relationship, email, postcode, pref, city, town, street } = FamilyInput.shape;

/** What a relative enters (domain.md#families-come-in-by-themselves). */
export const JoinInput = z
  .object({
    code: opaque(REOPEN, 60),
    /** Made by the page, so that a second press enters nobody twice. */
    token: opaque(REOPEN, 60),
    residentName: orEmpty(line({ label: 'ご入居の方のお名前', max: RESIDENT_NAME_MAX_LENGTH })),
    name: orEmpty(name),
    relationship,
    delivery: z.enum(JOIN_WAYS, 'どれかひとつを選んでください。'),
    email,
    postcode,
    pref,
    city,
    town,
    street,
    answer: z.enum([...CONSENT_ANSWERS, LATER], 'どれかひとつを選んでください。'),
  })
  .superRefine(({ delivery, ...reach }, context) => {
    if (delivery === 'line') return;
    for (const [field, texts] of Object.entries(missingFor({ delivery, ...reach }))) {
      const [message = ''] = texts;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .transform(onlyForTheWay);
export type JoinInput = z.output<typeof JoinInput>;
export type JoinFields = Partial<Record<keyof JoinInput, string>>;

/** What belongs to another way of delivery is not kept. */
function onlyForTheWay<
  Input extends { delivery: JoinWay; email: string | null; postcode: string | null },
>(input: Input): Input {
  const home = { postcode: null, pref: '', city: '', town: '', street: '' };
  return {
    ...input,
    ...(input.delivery !== 'email' && { email: null }),
    ...(input.delivery !== 'print' && home),
  };
}

/** Another address, or the same once more. */
export const ProofInput = z.object({ email: orEmpty(EmailInput) });

export const REASON_MAX_LENGTH = 200;
const reason = orEmpty(words({ label: 'お伝えすること', max: REASON_MAX_LENGTH }));
export const RefusalInput = z.strictObject({ reason });

/** On the list: with one button for each, or one for all that are ticked. */
export const RefuseForm = z.object({ id: formId(64), reason });

export const ApplicationSchema = z.object({
  id: z.string(),
  residentId: z.string(),
  /** As it is registered. */
  residentName: z.string(),
  room: z.string().nullable(),
  /** As the relative wrote it. */
  writtenName: z.string(),
  /** The two names do not fit. */
  isOtherName: z.boolean(),
  name: z.string(),
  relationship: z.string().nullable(),
  delivery: z.enum(JOIN_WAYS),
  email: z.string().nullable(),
  /** Its owner pressed the button in a mail to it. */
  isProved: z.boolean(),
  postcode: z.string().nullable(),
  pref: z.string(),
  city: z.string(),
  town: z.string(),
  street: z.string(),
  /** About photos; null: later. */
  answer: z.enum(CONSENT_ANSWERS).nullable(),
  /** The answer that holds now; null: none yet. */
  heldAnswer: z.enum(CONSENT_ANSWERS).nullable(),
  /** It differs from that, or from another one that waits. */
  isOtherAnswer: z.boolean(),
  /** Who is registered already, with the same address or nearly the same name. */
  sameAs: z
    .object({ id: z.string(), name: z.string(), relationship: z.string().nullable() })
    .nullable(),
  /** Another one that waits may be of the same person. */
  isTwin: z.boolean(),
  createdAt: z.string(),
});
export type Application = z.output<typeof ApplicationSchema>;

/** Nobody reads there yet: nothing may be sent (P40). */
export const awaitsProof = ({
  delivery,
  isProved,
}: Pick<Application, 'delivery' | 'isProved'>): boolean => delivery === 'email' && !isProved;

/** One press for all leaves out what an admin should look at. */
export const isPlain = (application: Application): boolean =>
  !application.isOtherName &&
  !application.isOtherAnswer &&
  !application.isTwin &&
  application.sameAs === null &&
  application.relationship !== null;

/** In place of the family that it is. */
export const ANOTHER = 'another';

/** Where somebody is registered already: that family, or ANOTHER. */
export const AcceptInput = z.strictObject({
  sameAs: formId(64).optional(),
});

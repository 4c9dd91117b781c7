import { z } from 'zod';
import { orEmpty } from '#lib/input.ts';
import { oneLine, severalLines } from '#lib/text.ts';
import { EmailInput } from '#features/session/session.ts';

export const CONTACT_NAME_MAX_LENGTH = 60;
export const CONTACT_BODY_MAX_LENGTH = 4000;

const nameText = 'お名前を入力してください。';
const bodyText = 'お問い合わせの内容を入力してください。';

/** `POST …/contacts` (contract.md#other) and the contact form. */
export const ContactInput = z.strictObject({
  name: z
    .string(nameText)
    .overwrite(oneLine)
    .min(1, nameText)
    .max(CONTACT_NAME_MAX_LENGTH, `お名前は${CONTACT_NAME_MAX_LENGTH}文字以内で入力してください。`),
  email: EmailInput,
  body: z
    .string(bodyText)
    .overwrite(severalLines)
    .min(1, bodyText)
    .max(
      CONTACT_BODY_MAX_LENGTH,
      `お問い合わせの内容は${CONTACT_BODY_MAX_LENGTH}文字以内で入力してください。`,
    ),
});
export type ContactInput = z.output<typeof ContactInput>;

/** A honeypot: people neither see nor hear it. */
export const ContactForm = ContactInput.extend({
  remarks: orEmpty(z.string().overwrite(severalLines)),
});

export const isFromRobot = (remarks: string): boolean => remarks !== '';

import { z } from 'zod';
import { EmailInput } from '#domains/account/session/session.ts';
import { orEmpty, sent, severalWords } from '#lib/input.ts';
import { oneLine } from '#lib/text.ts';

export const CONTACT_NAME_MAX_LENGTH = 60;
export const CONTACT_BODY_MAX_LENGTH = 4000;
export const CONTACT_KEPT_DAYS = 400;

const nameText = 'お名前を入力してください。';
const bodyText = 'お問い合わせの内容を入力してください。';

const longNameText = `お名前は${CONTACT_NAME_MAX_LENGTH}文字以内で入力してください。`;
const longBodyText = `お問い合わせの内容は${CONTACT_BODY_MAX_LENGTH}文字以内で入力してください。`;

/** `POST …/contacts` (contract.md#other) and the contact form. */
export const ContactInput = z.strictObject({
  name: sent(nameText, CONTACT_NAME_MAX_LENGTH, longNameText)
    .overwrite(oneLine)
    .min(1, nameText)
    .max(CONTACT_NAME_MAX_LENGTH, longNameText),
  email: EmailInput,
  body: severalWords(bodyText, CONTACT_BODY_MAX_LENGTH, longBodyText).min(1, bodyText),
});
export type ContactInput = z.output<typeof ContactInput>;

/** `remarks` is a honeypot that people neither see nor hear: true if a robot filled it in. */
export const ContactForm = ContactInput.extend({
  remarks: orEmpty(z.string()).transform((text) => text !== ''),
});

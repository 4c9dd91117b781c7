import { z } from 'zod';
import { sendContact } from '#features/contact/contact.service.ts';
import { ContactForm, isFromRobot } from '#features/contact/contact.ts';
import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const contacts = {
  send: formAction({
    input: z.object(ContactForm.shape),
    guard: anyone,
    async run({ input: { remarks, ...question }, context }) {
      // A robot must not learn that it was recognised, so it is thanked like everyone else.
      if (!isFromRobot(remarks)) await sendContact(await runtime(), question, clientOf(context));
      rememberMailed(context, question.email);
    },
  }),
};

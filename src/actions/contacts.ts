import { anyone } from '#server/call.ts';
import { z } from 'zod';
import { contactCalls } from '#domains/operator/contact.calls.ts';
import { ContactForm } from '#domains/operator/contact.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const contacts = {
  send: formAction({
    input: z.object(ContactForm.shape),
    guard: anyone,
    async run({ input: { remarks: isFromRobot, ...input }, ...asked }) {
      // A robot is thanked like everyone else, and learns nothing.
      if (!isFromRobot) await contactCalls.send.run({ ...asked, input });
      rememberMailed({ context: asked.context, fields: input });
    },
  }),
};

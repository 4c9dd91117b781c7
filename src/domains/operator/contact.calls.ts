import { clientOf } from '#domains/account/session/client-of.ts';
import { anyone, defineCall } from '#server/call.ts';
import { ContactInput } from './contact.ts';
import { sendContact } from './send-contact.ts';

export const contactCalls = {
  send: defineCall({
    summary: 'お問い合わせを送る',
    guard: anyone,
    input: ContactInput,
    output: null,
    run: ({ rt, input, context }) => sendContact(rt, input, clientOf(context)),
  }),
};

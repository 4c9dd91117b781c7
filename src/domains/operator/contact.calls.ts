import { clientOf } from '#domains/account/session/client-of.ts';
import { anyone, asks, defineCall, silent } from '#server/call.ts';
import { ContactInput } from './contact.ts';
import { sendContact } from './send-contact.ts';

export const contactCalls = {
  send: defineCall(asks.nothing(silent('is of no facility, and kept itself')), {
    summary: 'お問い合わせを送る',
    guard: anyone,
    input: ContactInput,
    output: null,
    run: ({ rt, input, context }) => sendContact(rt, input, clientOf(context)),
  }),
};

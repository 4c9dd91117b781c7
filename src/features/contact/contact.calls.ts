import { defineCall } from '#server/call.ts';
import { clientOf } from '#features/session/client.server.ts';
import { anyone } from '#features/session/guards.ts';
import { sendContact } from './contact.service.ts';
import { ContactInput } from './contact.ts';

export const contactCalls = {
  send: defineCall({
    summary: 'お問い合わせを送る',
    guard: anyone,
    input: ContactInput,
    output: null,
    run: ({ rt, input, context }) => sendContact(rt, input, clientOf(context)),
  }),
};

import { sendContact } from '#features/contact/contact.service.ts';
import { ContactInput } from '#features/contact/contact.ts';
import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: 'お問い合わせを送る',
    guard: anyone,
    body: ContactInput,
    output: null,
    run: async ({ body, context }) => sendContact(await runtime(), body, clientOf(context)),
  }),
});

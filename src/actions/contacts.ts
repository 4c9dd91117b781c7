import { z } from 'zod';
import type { AddressLookup } from '#domains/facility/address-form.ts';
import { LookupInput } from '#domains/facility/address.ts';
import { findAddresses } from '#domains/facility/find-address.ts';
import { contactCalls } from '#domains/operator/contact.calls.ts';
import { ContactForm } from '#domains/operator/contact.ts';
import { anyone, asks, READS, silent } from '#server/call.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const contacts = {
  send: formAction(asks.nothing(silent('is of no facility, and kept itself')), {
    input: z.object(ContactForm.shape),
    guard: anyone,
    async run({ input: { remarks: isFromRobot, ...input }, ...asked }) {
      // A robot is thanked like everyone else, and learns nothing.
      if (!isFromRobot) await contactCalls.send.run({ ...asked, input });
      rememberMailed({ context: asked.context, fields: input });
    },
  }),
};

export const address = {
  /** Posted with the whole form; reads only the code. */
  lookup: formAction(asks.nothing(READS), {
    input: LookupInput,
    guard: anyone,
    run: async ({ rt, input }): Promise<AddressLookup> => ({
      addresses: await findAddresses(rt, input.postcode),
      choice: input.addressChoice,
    }),
  }),
};

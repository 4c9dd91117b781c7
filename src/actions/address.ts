import { anyone } from '#server/call.ts';
import type { AddressLookup } from '#domains/facility/address-form.ts';
import { findAddresses } from '#domains/facility/find-address.ts';
import { LookupInput } from '#domains/facility/address.ts';
import { formAction } from './form-action.ts';

export const address = {
  /** Posted with the whole form; reads only the code. */
  lookup: formAction({
    input: LookupInput,
    guard: anyone,
    run: async ({ rt, input }): Promise<AddressLookup> => ({
      addresses: await findAddresses(rt, input.postcode),
      choice: input.addressChoice,
    }),
  }),
};

import type { AddressLookup } from '#features/address/address-form.ts';
import { findAddresses } from '#features/address/address.service.ts';
import { LookupInput } from '#features/address/address.ts';
import { anyone } from '#features/session/guards.ts';
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

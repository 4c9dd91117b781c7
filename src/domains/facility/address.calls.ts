import { anyone, asks, defineCall, READS } from '#server/call.ts';
import { AddressesOutput, ZipQuery } from './address.ts';
import { findAddresses } from './find-address.ts';

export const addressCalls = {
  find: defineCall(asks.nothing(READS), {
    summary: '郵便番号から住所を調べる',
    guard: anyone,
    input: ZipQuery,
    output: AddressesOutput,
    run: async ({ rt, input }) => ({ data: await findAddresses(rt, input.zipcode) }),
  }),
};

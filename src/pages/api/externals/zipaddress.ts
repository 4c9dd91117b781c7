import { findAddresses } from '#features/address/address.service.ts';
import { AddressesOutput, ZipQuery } from '#features/address/address.ts';
import { anyone } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '郵便番号から住所を調べる',
    guard: anyone,
    query: ZipQuery,
    output: AddressesOutput,
    run: async ({ query }) => ({ data: await findAddresses(await runtime(), query.zipcode) }),
  }),
});

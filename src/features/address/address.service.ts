import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';
import { postalTable } from './postal-table.server.ts';

/** The addresses of a postal code, empty if it is unknown (contract.md#other). */
export async function findAddresses(
  rt: Pick<Runtime, 'env' | 'log'>,
  postcode: string,
): Promise<Address[]> {
  return (await postalTable(rt)).find(postcode);
}

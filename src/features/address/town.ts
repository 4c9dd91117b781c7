import type { Address } from './address.ts';

/**
 * A town as written in an address, without Japan Post's remarks: `以下に掲載がない場合`,
 * `小菅村の次に１～６６３番地がくる場合`, `利島村一円`, `銀座（次のビルを除く）`, `種市第１５地割～第２１地割`. One town is really called 一円. The
 * older files use another minus sign.
 */
export function townOf(text: string): string {
  if (/^以下に掲載がない場合$|の次に.*場合$|.一円$/u.test(text)) return '';
  return text.replace(/（.*$|第?[０-９]+地割.*$/u, '').replaceAll('－', '−');
}

/** Cleans towns and removes duplicates within a code, keeping the order. */
export function tidyAddresses(addresses: Address[]): Address[] {
  const tidy = addresses.map((address) => ({ ...address, town: townOf(address.town) }));
  const keyOf = ({ postcode, pref, city, town }: Address) =>
    [postcode, pref, city, town].join('\t');
  return [...new Map(tidy.map((address) => [keyOf(address), address])).values()];
}

import { useStore } from '@nanostores/react';
import type { Item } from '#domains/item/item.ts';
import { notForAllText } from '#domains/people/consent.ts';
import { $residents } from '#stores/items.ts';
import { $photoPeople } from '#stores/open-photo.ts';

/** Why a photo cannot go to 施設全体, as far as known; the server knows for certain. */
export function useNotForAll({ id, residentId }: Item): string | null {
  const known = useStore($photoPeople);
  const residents = useStore($residents);
  const on =
    known?.id === id ? known.people.map((person) => person.residentId) : residentId && [residentId];
  return notForAllText(
    residents
      .filter((one) => on?.includes(one.id) && one.photoConsentExtent !== 'all')
      .map(({ name }) => name),
  );
}

import { useStore } from '@nanostores/react';
import type { Item } from '#domains/item/item.ts';
import { notForAllText } from '#domains/people/consent.ts';
import { $residents } from '#stores/items.ts';
import { $photoPeople } from '#stores/open-photo.ts';

/** Why a photo cannot go to 施設全体, as far as known; the server knows for certain. */
export function useNotForAll({ id, residentId }: Item): string | null {
  const known = useStore($photoPeople);
  return useWhoIsAgainst(
    known?.id === id ? known.people.map((person) => person.residentId) : [residentId],
  );
}

/** Who of them has not agreed to be seen by all, in words. */
export function useWhoIsAgainst(on: readonly (string | null)[]): string | null {
  return notForAllText(
    useStore($residents)
      .filter(({ id, photoConsentExtent }) => on.includes(id) && photoConsentExtent !== 'all')
      .map(({ name }) => name),
  );
}

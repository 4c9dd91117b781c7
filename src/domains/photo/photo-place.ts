/** null for facility-wide, an id, or the ids of several residents who are on the photo. */
export type PhotoPlace = string | null | readonly string[];

/** As the calls take it (contract.md#items). */
export const placeInput = (
  place: PhotoPlace,
): { residentId: string | null } | { residentIds: string[] } =>
  typeof place === 'string' || place === null ? { residentId: place } : { residentIds: [...place] };

export const residentsIn = (place: PhotoPlace): readonly (string | null)[] =>
  typeof place === 'string' || place === null ? [place] : place;

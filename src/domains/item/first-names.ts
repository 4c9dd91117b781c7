import { awaitsPhoto } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { ONE_PAGE_UP_TO, PEOPLE_PER_PAGE, pageOf } from '#lib/pages.ts';

/** Residents that the photo page was not sent, so that it opens as fast in a large facility. */
export interface Others {
  count: number;
  /** How many of them still await a photo. */
  missing: number;
  /** The part of names that follows, for browsers without scripts. */
  nextPart: number;
}

export const NO_OTHERS: Others = { count: 0, missing: 0, nextPart: 1 };

/**
 * A part of the names, and the shown resident wherever the name is.
 * @param asked the part from 1; facilities of the usual size have no second one
 */
export function firstNames(
  residents: readonly ResidentShort[],
  shown: string,
  asked = 1,
): { residents: ResidentShort[]; others: Others } {
  const { items, page, lastPage } = pageOf(residents, asked);
  const here = new Set(items);
  const sent = residents.filter((resident) => here.has(resident) || resident.id === shown);
  const isSent = new Set(sent);
  const others = residents.filter((resident) => !isSent.has(resident));
  return {
    residents: sent,
    others: {
      count: others.length,
      missing: others.filter(awaitsPhoto).length,
      nextPart: page < lastPage ? page + 1 : 1,
    },
  };
}

/**
 * The names in the row: as many as were sent first, whatever was loaded since. Someone who is shown
 * and not one of them comes before them, where the eye is.
 */
export function namesInRow(
  { residents }: { residents: readonly ResidentShort[] },
  others: Others,
  shown: string,
): readonly ResidentShort[] {
  const areAllHere = others.count === 0;
  if (areAllHere && residents.length <= ONE_PAGE_UP_TO) return residents;
  const found = residents.find(({ id }) => id === shown);
  const isExtra = residents.length > PEOPLE_PER_PAGE;
  const first = areAllHere
    ? residents.slice(0, PEOPLE_PER_PAGE)
    : residents.filter((resident) => !isExtra || resident !== found);
  return found && !first.includes(found) ? [found, ...first] : first;
}

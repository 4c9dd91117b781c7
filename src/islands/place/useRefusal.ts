import { useStore } from '@nanostores/react';
import { whyNoPhotos } from '#features/resident/consent.ts';
import type { ResidentShort } from '#features/resident/resident.ts';
import { $filter, $residents } from '#stores/items.ts';

const NOBODY: ResidentShort[] = [];

export interface StartPlace {
  /** Whose photos the page shows, see `item-filter.ts`. */
  shown: string;
  /** Why it accepts none; also for residents who have left and are in no list. */
  refusal: string | null;
}

/**
 * Why the current place accepts no photos; null if it does. The list's island may fill the stores
 * before this one hydrates, so the first render uses the server's data.
 */
export function useRefusal(start: StartPlace): string | null {
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const resident = useStore($residents, { ssr: () => NOBODY }).find(({ id }) => id === shown);
  if (resident) return whyNoPhotos(resident.name, resident.photoConsent);
  return shown === start.shown ? start.refusal : null;
}

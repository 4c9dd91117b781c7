import { useStore } from '@nanostores/react';
import { whyNoPhotos } from '../../features/resident/consent.ts';
import type { ResidentShort } from '../../features/resident/resident.ts';
import { $filter, $residents } from '../../stores/items.ts';

const NOBODY: ResidentShort[] = [];

export interface StartPlace {
  /** Whose photos the page was made for, see `item-filter.ts`. */
  shown: string;
  /** Why that place takes none; also for someone who has left, whom no list has. */
  refusal: string | null;
}

/**
 * Why the place on show takes no photos; null where it does. The list's island may have filled the
 * stores before this one hydrates, so the first look is at what the server knew.
 */
export function useRefusal(start: StartPlace): string | null {
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const resident = useStore($residents, { ssr: () => NOBODY }).find(({ id }) => id === shown);
  if (resident) return whyNoPhotos(resident.name, resident.photoConsent);
  return shown === start.shown ? start.refusal : null;
}

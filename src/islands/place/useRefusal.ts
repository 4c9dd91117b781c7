import { useStore } from '@nanostores/react';
import { whyNoPhotos } from '#domains/people/consent.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { $filter, $residents } from '#stores/items.ts';

const NONE: ResidentShort[] = [];

export interface StartPlace {
  shown: string;
  /** Also for residents who left and are not listed. */
  refusal: string | null;
}

/**
 * Why a place accepts no photos. The first render uses the server's data: another island may have
 * filled the stores before this one hydrates.
 */
export function useRefusal(start: StartPlace): string | null {
  const shown = useStore($filter, { ssr: 'initial' }).shown || start.shown;
  const resident = useStore($residents, { ssr: () => NONE }).find(({ id }) => id === shown);
  if (resident) return whyNoPhotos(resident.name, resident.photoConsent);
  return shown === start.shown ? start.refusal : null;
}

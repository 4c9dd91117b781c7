import { atom } from 'nanostores';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';

/** undefined if not chosen (domain.md#photos). */
export const $uploadTarget = atom<PhotoPlace | undefined>(undefined);

import { atom } from 'nanostores';
import type { PhotoFile } from './uppy.ts';

/** Dropped before a place was chosen. */
export const $unplaced = atom<readonly PhotoFile[]>([]);

import type { ComponentProps } from 'react';
import { useSyncExternalStore } from 'react';
import { ACCEPTED_TYPES, HEIC_TYPES } from '#domains/photo/photo-limits.ts';

type Props = Omit<ComponentProps<'input'>, 'accept' | 'hidden'> & { 'aria-label': string };

/** JPEG first: Apple's browsers hand a HEIC over as the first type that they are asked for. */
const PHOTOS = ACCEPTED_TYPES.join(',');
/** Others would not show them; Windows knows them by ending only. */
const PHOTOS_AND_HEIC = [PHOTOS, ...HEIC_TYPES, '.heic', '.heif'].join(',');

const asked = (): string => (navigator.vendor.startsWith('Apple') ? PHOTOS : PHOTOS_AND_HEIC);

/** Nothing changes it. */
const never = () => () => undefined;

/** The browser's picker of photos, opened by a button. */
export const PhotoInput = (props: Props) => (
  <input {...props} accept={useSyncExternalStore(never, asked, () => PHOTOS)} hidden />
);

import type { ComponentProps } from 'react';
import { ACCEPTED_TYPES } from '#domains/photo/photo-limits.ts';

type Props = Omit<ComponentProps<'input'>, 'accept' | 'hidden'> & { 'aria-label': string };

/** The browser's picker of photos, opened by a button. */
export const PhotoInput = (props: Props) => (
  <input {...props} accept={ACCEPTED_TYPES.join(',')} hidden />
);

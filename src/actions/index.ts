import { photos } from './photos.ts';
import { session } from './session.ts';

export const server = { photos, session };

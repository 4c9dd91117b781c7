import { address } from './address.ts';
import { photos } from './photos.ts';
import { session } from './session.ts';

export const server = { address, photos, session };

import { mails } from './mails.ts';
import { photos } from './photos.ts';
import { session } from './session.ts';

export const server = { mails, photos, session };

import { address } from './address.ts';
import { hosts } from './hosts.ts';
import { invitations } from './invitations.ts';
import { letters } from './letters.ts';
import { mails } from './mails.ts';
import { me } from './me.ts';
import { photos } from './photos.ts';
import { session } from './session.ts';
import { staffs } from './staffs.ts';

export const server = { address, hosts, invitations, letters, mails, me, photos, session, staffs };

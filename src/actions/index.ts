import { consents } from './consents.ts';
import { address, contacts } from './contacts.ts';
import { delivery, mails } from './delivery.ts';
import { devices } from './devices.ts';
import { families } from './families.ts';
import { hosts } from './hosts.ts';
import { joining } from './joining.ts';
import { answers, handovers, letters, notes } from './letters.ts';
import { me } from './me.ts';
import { invitations, members } from './members.ts';
import { operator } from './operator.ts';
import { operatorAccount } from './operator-account.ts';
import { photos } from './photos.ts';
import { residents } from './residents.ts';
import { session, staffs } from './staffs.ts';

export const server = {
  address,
  answers,
  consents,
  contacts,
  delivery,
  devices,
  families,
  handovers,
  hosts,
  invitations,
  joining,
  letters,
  mails,
  me,
  members,
  notes,
  operator: { ...operatorAccount, ...operator },
  photos,
  residents,
  session,
  staffs,
};

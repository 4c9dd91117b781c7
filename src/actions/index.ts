import { address } from './address.ts';
import { answers } from './answers.ts';
import { consents } from './consents.ts';
import { contacts } from './contacts.ts';
import { delivery } from './delivery.ts';
import { devices } from './devices.ts';
import { families } from './families.ts';
import { handovers } from './handovers.ts';
import { hosts } from './hosts.ts';
import { invitations } from './invitations.ts';
import { joining } from './joining.ts';
import { letters } from './letters.ts';
import { mails } from './mails.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { notes } from './notes.ts';
import { operator } from './operator.ts';
import { operatorAccount } from './operator-account.ts';
import { photos } from './photos.ts';
import { residents } from './residents.ts';
import { session } from './session.ts';
import { staffs } from './staffs.ts';

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

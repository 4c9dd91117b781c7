/** Hands functions of later domains to earlier ones. Imported by whatever runs use cases. */
import { separateLetters } from './delivery/joint-mails.ts';
import {
  sendLastLetter,
  settleQueuedMails,
  withdrawLastLetter,
  withdrawLettersOf,
} from './delivery/stopped-mails.ts';
import { handInMailsOfPeople } from './people/mails-of-people.ts';

handInMailsOfPeople({
  settleQueuedMails,
  withdrawLettersOf,
  withdrawLastLetter,
  sendLastLetter,
  separateLetters,
});

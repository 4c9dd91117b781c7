/** Hands functions of later domains to earlier ones. Imported by whatever runs use cases. */
import { separateLetters } from './delivery/joint-mails.ts';
import {
  sendLastLetter,
  settleQueuedMails,
  withdrawLastLetter,
  withdrawLettersOf,
} from './delivery/stopped-mails.ts';
import { fallBackFrom, moveFromLine } from './delivery/from-line.ts';
import { leaveHiddenOut } from './item/delete-items.ts';
import { endWithLinks } from './line/end-line.ts';
import { handInOnLineEnded } from './line/what-follows.ts';
import { handInOnLineLost } from './mail/send-line.ts';
import { handInWhatFollows } from './people/what-follows.ts';

handInWhatFollows({
  settleQueuedMails,
  withdrawLettersOf,
  withdrawLastLetter,
  sendLastLetter,
  separateLetters,
  endLineWithLinks: endWithLinks,
  leaveHiddenOut,
});

handInOnLineEnded(moveFromLine);
handInOnLineLost(fallBackFrom);

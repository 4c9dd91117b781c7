/** Hands functions of later domains to earlier ones. Imported by whatever runs use cases. */
import { holdUntil } from './delivery/hold.ts';
import { leaveOutMissed } from './delivery/monthly-run.ts';
import { sendReturnedAgain } from './delivery/returned/send-again.ts';
import { separateLetters } from './delivery/separate-letters.ts';
import {
  fallBackFrom,
  leaveAccounts,
  sendLastLetter,
  settleQueuedMails,
  withdrawLastLetter,
  withdrawLettersOf,
} from './delivery/take-back.ts';
import { handInMissed } from './facility/ending/set-ending.ts';
import { leaveHiddenOut } from './item/delete-items.ts';
import { endWithLinks } from './line/end-line.ts';
import { handInFallBack } from './line/fall-back.ts';
import { BY_LINE } from './line/line-carrier.ts';
import { handInCarrier, handInHold } from './mail/carrier.ts';
import { handInWhatFollows } from './people/what-follows.ts';

handInWhatFollows({
  settleQueuedMails,
  withdrawLettersOf,
  withdrawLastLetter,
  sendLastLetter,
  separateLetters,
  sendReturnedAgain,
  endLineWithLinks: endWithLinks,
  leaveHiddenOut,
});

handInCarrier('line', BY_LINE);
handInHold(holdUntil);
handInMissed(leaveOutMissed);
handInFallBack({ fallBackFrom, leaveAccounts });

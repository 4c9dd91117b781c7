/** Registers functions of later domains with earlier ones. Imported by whatever runs use cases. */
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
import { registerMissed } from './facility/ending/set-ending.ts';
import { leaveHiddenOut } from './item/delete-items.ts';
import { endWithLinks } from './line/end-line.ts';
import { registerFallBack } from './line/fall-back.ts';
import { BY_LINE } from './line/line-carrier.ts';
import { registerCarrier, registerHold } from './mail/carrier.ts';
import { registerWhatFollows } from './people/what-follows.ts';

registerWhatFollows({
  settleQueuedMails,
  withdrawLettersOf,
  withdrawLastLetter,
  sendLastLetter,
  separateLetters,
  sendReturnedAgain,
  endLineWithLinks: endWithLinks,
  leaveHiddenOut,
});

registerCarrier('line', BY_LINE);
registerHold(holdUntil);
registerMissed(leaveOutMissed);
registerFallBack({ fallBackFrom, leaveAccounts });

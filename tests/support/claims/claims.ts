import { ACCOUNTS } from './accounts.ts';
import { CAME_BACK } from './came-back.ts';
import { DELIVERY } from './delivery.ts';
import { ENDINGS } from './endings.ts';
import { HISTORY } from './history.ts';
import { JOINING } from './joining.ts';
import { LETTERS } from './letters.ts';
import { OPERATION } from './operation.ts';
import { PEOPLE } from './people.ts';
import { PHOTOS } from './photos.ts';

/**
 * Sentences that claim something, by the fact behind them: a new one is added to the fact that it
 * tells, or with a fact of its own. `…` stands for what is filled in.
 */
export interface Claims {
  /** What the server, or the script of the page, knows when it says so. */
  fact: string;
  /** Tests of what is behind it; none for what claims nothing. */
  heldBy: string[];
  says: string[];
}

export const CLAIMS: Claims[] = [
  ...ACCOUNTS,
  ...CAME_BACK,
  ...DELIVERY,
  ...ENDINGS,
  ...HISTORY,
  ...JOINING,
  ...LETTERS,
  ...OPERATION,
  ...PEOPLE,
  ...PHOTOS,
];

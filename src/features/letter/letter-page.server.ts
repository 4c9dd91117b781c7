import { drawOwnAnswers } from '#components/answer/own-answers.server.ts';
import type { DrawnLetter, LetterFrame } from '#components/letter/letter-parts.server.ts';
import { drawLetter } from '#components/letter/letter-parts.server.ts';
import type { AnswersFrame } from '#features/answer/answer.ts';
import { readOwnAnswers } from '#features/answer/own-answers.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { familyPhotoAddresses } from '#features/photo/photo.access.ts';
import type { Seen } from '#features/seen/seen.ts';
import { canBeSeen, readSeen } from '#features/seen/seen.service.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { readLetter } from './letter.service.ts';
import { toShown } from './shown-photo.ts';

/** All that the page of a family's letter shows. */
export interface LetterPage extends DrawnLetter {
  frame: LetterFrame & {
    canBeSeen: boolean;
    seen: Pick<Seen, 'stamp'> | null;
    /** None for someone who is away or has died. */
    hasStamps: boolean;
    answers: AnswersFrame;
  };
  reader: LetterTokens;
}

/** @returns null if the family has no letter of that month */
export async function readLetterPage(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<LetterPage | null> {
  const addressOf = familyPhotoAddresses(rt.secrets, link);
  const letter = await readLetter(rt, link, yearMonth, (row) => toShown(row, addressOf));
  if (!letter) return null;
  const read = await readSeen(rt, link, yearMonth);
  const own = await readOwnAnswers(rt, link, yearMonth);
  const { residentToken, familyToken } = link;
  const reader = { residentToken, familyToken };
  const today = civilDateOf(rt.clock.now());
  const { frame, parts } = drawLetter(letter, { ...link, reader, today });
  const seen = read && { stamp: read.stamp };
  const hasStamps = link.lettersEnd === null && link.awaySince === null;
  const isHere = link.leftOn === null && link.lettersEnd === null;
  const answers = { left: own.left, isOn: own.isOn, isHere };
  return {
    frame: { ...frame, canBeSeen: canBeSeen(rt, yearMonth), seen, hasStamps, answers },
    parts: { ...parts, ownAnswers: drawOwnAnswers(own, today) },
    reader,
  };
}

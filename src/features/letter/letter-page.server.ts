import { drawOwnAnswers } from '#components/answer/own-answers.server.ts';
import type { DrawnLetter, LetterFrame } from '#components/letter/letter-parts.server.ts';
import { drawLetter } from '#components/letter/letter-parts.server.ts';
import type { LetterPhoto } from '#components/letter/photo-pairs.server.ts';
import type { AnswersFrame, OwnAnswers } from '#features/answer/answer.ts';
import { readOwnAnswers } from '#features/answer/own-answers.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { familyPhotoAddresses } from '#features/photo/photo.access.ts';
import type { Seen } from '#features/seen/seen.ts';
import { canBeSeen, readSeen } from '#features/seen/seen.service.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Later } from '#lib/later.ts';
import { after, together } from '#lib/later.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { utf8Of } from '#server/utf8.ts';
import type { FamilyLetter } from './letter.service.ts';
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
export function readLetterPage(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Later<LetterPage | null> {
  const addressOf = familyPhotoAddresses(rt.secrets, link);
  const read = together([
    readLetter(rt, link, yearMonth, (row) => toShown(row, addressOf)),
    readSeen(rt, link, yearMonth),
    readOwnAnswers(rt, link, yearMonth),
  ]);
  return after(read, ([letter, seen, own]) => letter && toPage(rt, link, letter, seen, own));
}

function toPage(
  rt: Runtime,
  link: Link,
  letter: FamilyLetter<LetterPhoto>,
  read: Seen | null,
  own: OwnAnswers,
): LetterPage {
  const { residentToken, familyToken } = link;
  const reader = { residentToken, familyToken };
  const { yearMonth } = letter;
  const today = civilDateOf(rt.clock.now());
  const { frame, parts } = drawLetter(letter, { ...link, reader, today });
  const seen = read && { stamp: read.stamp };
  const hasStamps = link.lettersEnd === null && link.awaySince === null;
  const isHere = link.leftOn === null && link.lettersEnd === null;
  const answers = { left: own.left, isOn: own.isOn, isHere };
  return {
    frame: { ...frame, canBeSeen: canBeSeen(rt, yearMonth), seen, hasStamps, answers },
    parts: { ...parts, ownAnswers: utf8Of(drawOwnAnswers(own, today)) },
    reader,
  };
}

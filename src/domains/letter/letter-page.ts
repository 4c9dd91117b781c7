import { comesOn, shortNotice } from '#domains/facility/ending/ending.ts';
import { deliveryDay, livesHere } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { compose, escaped, joined, markup } from '#lib/html.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AnswersFrame, OwnAnswers } from './answer/answer.ts';
import { REPLY_HEADING } from './answer/answer.ts';
import { readOwnAnswers } from './answer/family-answers.ts';
import type { WebLetter } from './drawing/web-letter.ts';
import { drawLetter } from './drawing/web-letter.ts';
import { readLetter } from './read-letters.ts';
import type { Link } from './link.ts';
import { canBeSeen, readSeen } from './mark-seen.ts';
import { familyPhotoAddresses } from './photo-access.ts';
import type { Seen } from './seen.ts';
import { toShown } from './shown-photo.ts';

/** All that the page of a family's letter shows. */
export interface LetterPage {
  /** The same for nearly all letters of a month. */
  frame: {
    yearMonth: YearMonth;
    isOut: boolean;
    canBeSeen: boolean;
    seen: Pick<Seen, 'stamp'> | null;
    /** Not after a death, nor once the facility's last day is over: nothing is told to it. */
    asksSeen: boolean;
    /** None for someone who is away or has died. */
    hasStamps: boolean;
    answers: AnswersFrame;
  };
  /** What differs between families, ready to be inserted. */
  parts: WebLetter & {
    /** What the family wrote about it; empty without. */
    ownAnswers: Markup;
    /** That the facility ends; empty without. */
    ending: Markup | '';
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
  const isOpen = canBeSeen(rt, yearMonth);
  const asksSeen = !link.isOver && link.lettersEnd === null;
  // A letter that says so has no room for more than it needs; the shelf leads there, too.
  const goesOn = livesHere(link, today) && link.endsOn === null;
  const canTell = isOpen && !read && asksSeen;
  const comes = comesOn(link.endsOn, deliveryDay(yearMonth));
  const drawn = drawLetter(letter, { ...link, reader, today, canTell, goesOn, comes });
  const seen = read && { stamp: read.stamp };
  const hasStamps = link.lettersEnd === null && link.awaySince === null;
  const isHere = hasStamps && link.leftOn === null;
  const answers = { left: own.left, isOn: own.isOn, isHere };
  return {
    frame: {
      yearMonth,
      isOut: letter.isOut,
      canBeSeen: isOpen,
      asksSeen,
      seen,
      hasStamps,
      answers,
    },
    parts: { ...drawn, ownAnswers: drawOwnAnswers(own, today), ending: endingOf(link) },
    reader,
  };
}

const endingOf = ({ endsOn }: Link): Markup | '' =>
  endsOn === null ? '' : escaped(shortNotice(endsOn));

/** List entries of what a family wrote, each with the facility's reply. */
const drawOwnAnswers = ({ sent }: OwnAnswers, today: CivilDate): Markup =>
  joined(
    sent.map(({ body, at, reply }) => {
      const day = (instant: string): string => formatDay(civilDateOf(new Date(instant)), today);
      return compose`<li>${markup`<p class="text">${body}</p><p class="soft">${day(at)}に届きました</p>`}${
        reply &&
        markup`<p><b>${REPLY_HEADING}</b></p><p class="text">${reply.body}</p><p class="soft">${day(reply.at)}</p>`
      }</li>`;
    }),
  );

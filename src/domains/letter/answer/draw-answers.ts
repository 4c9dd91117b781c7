import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { joined, markup } from '#lib/html.ts';
import type { OwnAnswers } from './answer.ts';

/** List entries of what a family wrote. */
export const drawOwnAnswers = ({ sent }: OwnAnswers, today: CivilDate): Markup =>
  joined(
    sent.map(
      ({ body, at }) =>
        markup`<li><p class="text">${body}</p><p class="soft">${formatDay(civilDateOf(new Date(at)), today)}に届きました</p></li>`,
    ),
  );

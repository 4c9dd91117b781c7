import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { compose, joined, markup } from '#lib/html.ts';
import type { OwnAnswers } from './answer.ts';
import { REPLY_HEADING } from './answer.ts';

/** List entries of what a family wrote, each with the facility's reply. */
export const drawOwnAnswers = ({ sent }: OwnAnswers, today: CivilDate): Markup =>
  joined(
    sent.map(({ body, at, reply }) => {
      const day = (instant: string): string => formatDay(civilDateOf(new Date(instant)), today);
      return compose`<li>${markup`<p class="text">${body}</p><p class="soft">${day(at)}に届きました</p>`}${
        reply &&
        markup`<p><b>${REPLY_HEADING}</b></p><p class="text">${reply.body}</p><p class="soft">${day(reply.at)}</p>`
      }</li>`;
    }),
  );

import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readDeliverySettings } from '#features/delivery/settings.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Answer } from './answer.ts';
import type { AnswerMonth } from './answer.service.ts';
import { readAnswerMonths, readAnswersOfMonth, readNewAnswers } from './answer.service.ts';
import type { AnswersQuery } from './answers-list.ts';
import { LISTED_ANSWERS } from './answers-list.ts';

interface AnswersPage {
  months: AnswerMonth[];
  /** Those to pass on come first. */
  list: PageOf<Answer>;
  hidden: Answer[];
  takesAnswers: boolean;
}

/** Data of the staff's page of answers. */
export async function readAnswersPage(
  rt: Runtime,
  actor: Actor,
  { yearMonth, page }: AnswersQuery,
): Promise<AnswersPage> {
  const all =
    yearMonth === null
      ? await readNewAnswers(rt, actor)
      : await readAnswersOfMonth(rt, actor, yearMonth);
  const shown = all.filter(({ isHidden }) => !isHidden);
  const isNew = ({ passedOn }: Answer): boolean => passedOn === null;
  const { takesAnswers } = await readDeliverySettings(rt.db, actor.host.id);
  return {
    months: await readAnswerMonths(rt, actor),
    list: pageOf(
      [...shown.filter(isNew), ...shown.filter((answer) => !isNew(answer))],
      page,
      LISTED_ANSWERS,
    ),
    hidden: all.filter(({ isHidden }) => isHidden),
    takesAnswers,
  };
}

import { z } from 'zod';

export const ANOTHERS = '前のアドレスが、別の方のものだったかどうかを選んでください。';
export const KEEP_LINE = 'LINEで受け取っている方に、これからもお届けするかどうかを選んでください。';

/** From a radio button; undefined while it was not answered. */
export const yesOrNo = (text: string) =>
  z
    .enum(['yes', 'no'], text)
    .nullish()
    .transform((answer) => (answer ? answer === 'yes' : undefined));

export const KeepLineAnswer = { keepLine: yesOrNo(KEEP_LINE) };

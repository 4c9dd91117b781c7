import { readFamilyLetter } from '#features/letter/letter.service.ts';
import { LetterOutput } from '#features/letter/letter.ts';
import { requireLetterLink } from '#features/letter/guard.ts';
import { parseYearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'ご家族に届いたひと月のお便り',
    guard: requireLetterLink,
    output: LetterOutput,
    async run({ actor: link, context }) {
      const yearMonth = parseYearMonth(context.params['yearMonth'] ?? '');
      if (yearMonth === undefined) throw notFound();
      const letter = await readFamilyLetter(await runtime(), link, yearMonth);
      return LetterOutput.parse({ letter, items: letter.items });
    },
  }),
});

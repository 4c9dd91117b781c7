import { parseYearMonth } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { LetterOutput, ShelfOutput } from './letter.ts';
import { readFamilyLetter, readShelf } from './read-letters.ts';
import { requireLetterLink } from './link.ts';

/** What a family's link may ask (contract.md#letters). */
export const letterCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: 'ご家族に届いたお便りの一覧',
    guard: requireLetterLink,
    output: ShelfOutput,
    async run({ rt, actor: link }) {
      // Delivered months only, also where an early look is allowed (contract.md#letters).
      const letters = await readShelf(rt, { ...link, earlyLook: false });
      return ShelfOutput.parse({
        resident: { name: link.residentName },
        host: { name: link.hostName },
        letters,
      });
    },
  }),
  read: defineCall(asks.nothing(READS), {
    summary: 'ご家族に届いたひと月のお便り',
    guard: requireLetterLink,
    output: LetterOutput,
    async run({ rt, actor: link, id }) {
      const yearMonth = parseYearMonth(id);
      if (yearMonth === undefined) throw notFound();
      const letter = await readFamilyLetter(rt, link, yearMonth);
      return LetterOutput.parse({ letter, note: letter.note || null, items: letter.items });
    },
  }),
};

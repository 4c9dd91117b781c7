import { yearOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { World } from '../support/world.ts';

/** Pairs of tokens: one valid, all others invalid. */
export const PAIRS: Record<string, (cast: World['cast']) => LetterTokens> = {
  own: ({ resident, family }) => pair(resident.token, family.token),
  "a neighbour's family": ({ resident, neighbourFamily }) =>
    pair(resident.token, neighbourFamily.token),
  'a neighbour': ({ neighbour, family }) => pair(neighbour.token, family.token),
  'another facility': ({ foreignResident, family }) => pair(foreignResident.token, family.token),
  swapped: ({ resident, family }) => pair(family.token, resident.token),
  'ids for tokens': ({ resident, family }) => pair(resident.id, family.id),
  none: () => pair('', ''),
  guessed: () => pair('a'.repeat(27), 'b'.repeat(27)),
};
export const pair = (residentToken: string, familyToken: string) => ({
  residentToken,
  familyToken,
});

/** Every URL of the letters with these tokens. */
export const addressesOf = ({ yearMonth, items }: World, tokens: LetterTokens) => {
  const query = paths.letters(tokens).slice('/letters'.length);
  return {
    pages: [
      paths.letters(tokens),
      paths.letter(yearMonth, tokens),
      paths.letterYear(yearOf(yearMonth), tokens),
      paths.letterYearPrint(yearOf(yearMonth), tokens),
      paths.letterYear('all', tokens),
      paths.letterYearPrint('all', tokens),
      paths.letterPhoto(yearMonth, items.own.id, tokens),
    ],
    calls: [paths.api.letters + query, paths.api.letter(yearMonth) + query],
  };
};

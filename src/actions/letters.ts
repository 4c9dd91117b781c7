import { z } from 'zod';
import { LetterFormInput, PhraseInput } from '#features/letter/admin-letter.ts';
import { updateLetter } from '#features/letter/admin-letter.service.ts';
import { defaultTitle } from '#features/letter/letter.ts';
import { phrasesOf, withPhrase } from '#features/letter/phrases.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const letters = {
  save: formAction({
    input: z.object(LetterFormInput.shape),
    guard: requireAdminStaff,
    async run({ input: { yearMonth, title, ...rest }, actor }) {
      const change = { ...rest, title: title || defaultTitle(yearMonth) };
      await updateLetter(await runtime(), actor, yearMonth, change);
    },
  }),
  /** Without JavaScript: the page is rendered with the phrase added, and nothing is saved. */
  addPhrase: formAction({
    input: z.object(PhraseInput.shape),
    guard: requireAdminStaff,
    run: ({ input: { yearMonth, phrase, body } }) => ({
      body: withPhrase(body, phrasesOf(yearMonth)[phrase] ?? ''),
    }),
  }),
};

import { z } from 'zod';
import { adminLetterCalls } from '#domains/letter/desk/admin-letter.calls.ts';
import { LetterFormInput, PhraseInput } from '#domains/letter/desk/admin-letter.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import { NO_ROOM, phrasesOf, withPhrase } from '#domains/letter/desk/stock-phrases.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { invalid } from '#lib/errors.ts';
import { formAction } from './form-action.ts';

export const letters = {
  save: formAction(adminLetterCalls.save, {
    fields: LetterFormInput,
    toCall: ({ yearMonth, title, ...rest }) => ({
      id: String(yearMonth),
      input: { ...rest, title: title || defaultTitle(yearMonth) },
    }),
  }),
  /** Without JavaScript: re-renders the page with the phrase, unsaved. */
  addPhrase: formAction({
    input: z.object(PhraseInput.shape),
    guard: requireAdminStaff,
    run: ({ input: { yearMonth, phrase, body } }) => {
      const longer = withPhrase(body, phrasesOf(yearMonth)[phrase] ?? '');
      if (longer === null) throw invalid(NO_ROOM, { body: [NO_ROOM] });
      return { body: longer };
    },
  }),
};

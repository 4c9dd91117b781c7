import type { FormState } from '#components/form/form-state.ts';
import type { AdminLetter } from '#features/letter/admin-letter.ts';
import { defaultTitle } from '#features/letter/letter.ts';

const CONFLICT = 409;

/** What the fields of a letter's form show. */
export interface LetterFields {
  title: string;
  body: string;
  coverItemId: string;
  /** The saved version that this text stands on. */
  version: number;
  /** They hold what is saved nowhere else. */
  isUnsaved: boolean;
  isConflict: boolean;
}

/**
 * What was typed, or else what is saved.
 * @param withPhrase the text to which a phrase was just added
 */
export function letterFields(
  letter: AdminLetter,
  form: FormState,
  withPhrase: string | undefined,
): LetterFields {
  const { version } = letter;
  if (!form.sent) {
    const title = letter.title === defaultTitle(letter.yearMonth) ? '' : letter.title;
    const coverItemId = letter.coverItemId ?? '';
    return { title, body: letter.body, coverItemId, version, isUnsaved: false, isConflict: false };
  }
  const isConflict = form.status === CONFLICT;
  const read = Number(form.typed('version'));
  return {
    title: form.typed('title') ?? '',
    body: withPhrase ?? form.typed('body') ?? '',
    coverItemId: form.typed('coverItemId') ?? '',
    // Who has seen both texts may save; who has not is still told.
    version: isConflict || !Number.isInteger(read) ? version : read,
    isUnsaved: true,
    isConflict,
  };
}

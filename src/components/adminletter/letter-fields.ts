import type { FormState } from '#components/form/form-state.ts';
import type { AdminLetter } from '#domains/letter/desk/admin-letter.ts';
import { ownTitle } from '#domains/item/month-text.ts';

const CONFLICT = 409;

export interface LetterFields {
  title: string;
  body: string;
  coverItemId: string;
  /** The version that this text is based on. */
  version: number;
  isUnsaved: boolean;
  isConflict: boolean;
}

/** @param withPhrase the text with a phrase added */
export function letterFields(
  letter: AdminLetter,
  form: FormState,
  withPhrase: string | undefined,
): LetterFields {
  const { version } = letter;
  if (!form.sent) {
    const title = ownTitle(letter);
    const coverItemId = letter.coverItemId ?? '';
    return { title, body: letter.body, coverItemId, version, isUnsaved: false, isConflict: false };
  }
  const isConflict = form.status === CONFLICT;
  const read = Number(form.typed('version'));
  return {
    title: form.typed('title') ?? '',
    body: withPhrase ?? form.typed('body') ?? '',
    coverItemId: form.typed('coverItemId') ?? '',
    // Having seen both texts, one may save; others are warned again.
    version: isConflict || !Number.isInteger(read) ? version : read,
    isUnsaved: true,
    isConflict,
  };
}

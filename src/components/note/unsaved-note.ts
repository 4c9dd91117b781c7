import type { FormState } from '#components/form/form-state.ts';
import type { NoteStart } from '#domains/letter/note/note-start.ts';

const CONFLICT = 409;

/** What a form without JavaScript sent in vain. */
export function unsavedNote(form: FormState): NoteStart['unsaved'] {
  if (!form.sent || form.done) return null;
  const msg = form.refusal ?? Object.values(form.errors).flat()[0] ?? '';
  const version = Number(form.typed('version') ?? 0);
  return { body: form.typed('body') ?? '', version, msg, isConflict: form.status === CONFLICT };
}

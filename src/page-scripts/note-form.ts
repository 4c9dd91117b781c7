import { recall } from '#client/kept.ts';
import { draftKey } from './letter-drafts.ts';
import { enhanceLetterForm } from './letter-form.ts';

/** One of many in a list: it begins when it is unfolded, or at once if a draft was kept. */
export function enhanceNoteForm(form: HTMLFormElement): void {
  const fold = form.closest('details');
  const isKept = recall(draftKey(form.dataset['letter'] ?? '')) !== null;
  if (!fold || fold.open || isKept) {
    enhanceLetterForm(form);
    const isOffered = form.querySelector<HTMLElement>('[data-draft-notice]')?.hidden === false;
    if (fold && isOffered) fold.open = true;
    return;
  }
  fold.addEventListener('toggle', () => enhanceLetterForm(form), { once: true });
}

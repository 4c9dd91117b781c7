import { recall } from '#client/kept.ts';
import { draftKey } from './letter-drafts.ts';

/** In a list: says where a text was begun on this device and not saved. */
export function markNoteDraft(link: HTMLElement): void {
  const name = link.dataset['draftOf'] ?? '';
  const mark = link.querySelector<HTMLElement>('[data-draft-mark]');
  if (mark && recall(draftKey(name)) !== null) mark.hidden = false;
}

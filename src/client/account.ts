import { recall, remember } from './kept.ts';

/** The account that opened a page, this one if none is given; undefined on pages without one. */
export const accountOfPage = (page: ParentNode = document): string | undefined =>
  page.querySelector<HTMLElement>('[data-account]')?.dataset['account'] || undefined;

/** Who is signed in in this browser, as its pages know: other tabs see it change at once. */
export const SIGNED_IN = 'tsukidayori-signed-in';
const NOBODY = '';

export const noteSignedIn = (account: string | null | undefined): void =>
  remember(SIGNED_IN, [account ?? NOBODY]);

/** Until a page knows how signing out ended. */
export const noteLeaving = (): void => remember(SIGNED_IN, []);

/** @returns '' for nobody; null if no page knows, or storage is refused */
export function notedAccount(): string | null {
  const kept = recall(SIGNED_IN);
  return kept === null ? null : String((JSON.parse(kept) as unknown[])[0]);
}

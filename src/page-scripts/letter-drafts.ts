import { accountOfPage } from '#client/account.ts';

/** Kept in the browser per host and month. */
export interface LetterDraft {
  title: string;
  body: string;
  coverItemId: string;
  /** The saved version that it is based on. */
  version: string;
  at: number;
}

type Text = Pick<LetterDraft, 'title' | 'body' | 'coverItemId'>;

/** The one being typed, and older ones that were neither restored nor discarded. */
export const MAX_DRAFTS = 3;

const WORDS_SHOWN = 60;

/** By which a draft is known. */
export const beginningOf = (text: string): string =>
  text.length > WORDS_SHOWN ? `${text.slice(0, WORDS_SHOWN)}…` : text;

/** On a shared device each person finds their own. Browser only. */
export const draftKey = (letter: string): string =>
  ['tsukidayori:letter', letter, accountOfPage()].filter(Boolean).join(':');

const tidy = (text: string): string => text.replace(/\r\n?/g, '\n').trim().normalize('NFC');

/** An empty title is the default title. */
export function isSameText(a: Text, b: Text, defaultTitle: string): boolean {
  const titleOf = ({ title }: Text): string => tidy(title) || defaultTitle;
  return (
    titleOf(a) === titleOf(b) && tidy(a.body) === tidy(b.body) && a.coverItemId === b.coverItemId
  );
}

/** Newest first; skips invalid entries. */
export function parseDrafts(kept: string | null): LetterDraft[] {
  try {
    const value: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(value) ? value.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is LetterDraft {
  const draft = value as Partial<Record<keyof LetterDraft, unknown>> | null;
  return (
    typeof draft?.at === 'number' &&
    [draft.title, draft.body, draft.coverItemId, draft.version].every(
      (text) => typeof text === 'string',
    )
  );
}

/** Drafts that differ from the page, newest first. */
export const openDrafts = (
  kept: readonly LetterDraft[],
  shown: Text,
  defaultTitle: string,
): LetterDraft[] =>
  kept
    .filter((draft) => !isSameText(draft, shown, defaultTitle))
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_DRAFTS);

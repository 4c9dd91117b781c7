import { recall, remember } from '#client/kept.ts';
import { NO_ROOM, withPhrase } from '#domains/letter/desk/stock-phrases.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { formatMoment } from '#lib/format-ja.ts';
import type { LetterDraft } from './letter-drafts.ts';
import {
  MAX_DRAFTS,
  beginningOf,
  draftKey,
  isSameText,
  openDrafts,
  parseDrafts,
} from './letter-drafts.ts';

const KEEP_AFTER_MS = 400;

/** A radio group has a value as well. */
const control = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | RadioNodeList | null;

function readText(form: HTMLFormElement): LetterDraft {
  const value = (name: string): string => control(form, name)?.value ?? '';
  return {
    title: value('title'),
    body: value('body'),
    coverItemId: value('coverItemId'),
    version: value('version'),
    at: Date.now(),
  };
}

function writeText(form: HTMLFormElement, draft: LetterDraft): void {
  for (const name of ['title', 'body', 'coverItemId', 'version'] as const) {
    const field = control(form, name);
    if (field) field.value = draft[name];
  }
}

/**
 * Keeps drafts with the version they are based on, so that saving one still detects conflicts.
 * @param signal ends it, for a form that goes while the page stays
 */
export function enhanceLetterForm(form: HTMLFormElement, signal?: AbortSignal): void {
  const key = draftKey(form.dataset['letter'] ?? '');
  const defaultTitle = form.dataset['defaultTitle'] ?? '';
  const shown = readText(form);
  const isUnsaved = form.dataset['unsaved'] !== undefined;
  let offered = openDrafts(parseDrafts(recall(key)), shown, defaultTitle);

  const own = (): LetterDraft[] => {
    const now = readText(form);
    const isSaved = !isUnsaved && now.version === shown.version;
    return isSaved && isSameText(now, shown, defaultTitle) ? [] : [now];
  };
  const keep = (): void => remember(key, [...own(), ...offered].slice(0, MAX_DRAFTS));
  const offer = offerIn(form, {
    use(draft) {
      const typed = own();
      offered = [...typed, ...offered.filter((other) => other !== draft)];
      writeText(form, draft);
      keep();
      offer(undefined);
    },
    drop(draft) {
      offered = offered.filter((other) => other !== draft);
      keep();
      offer(offered[0]);
    },
  });
  offer(offered[0]);
  keep();
  whenTyped(form, keep, signal);
  enhancePhrases(form, keep);
}

/** A moment after typing, and at once when the page may go. */
function whenTyped(form: HTMLFormElement, keep: () => void, signal?: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const options = signal ? { signal } : {};
  const keepNow = (): void => {
    clearTimeout(timer);
    keep();
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP_AFTER_MS);
  });
  form.addEventListener('submit', keepNow);
  addEventListener('pagehide', keepNow, options);
  const keepWhenHidden = (): void => {
    if (document.visibilityState === 'hidden') keepNow();
  };
  document.addEventListener('visibilitychange', keepWhenHidden, options);
  signal?.addEventListener('abort', keepNow);
}

/** For a text that was saved without a page in between. */
export function forgetDraft(name: string, body: string): void {
  const others = parseDrafts(recall(draftKey(name))).filter((draft) => draft.body !== body);
  remember(draftKey(name), others);
}

type Choose = Record<'use' | 'drop', (draft: LetterDraft) => void>;

/** @returns a function that shows a draft in the notice, or hides it */
function offerIn(form: HTMLFormElement, choose: Choose): (draft: LetterDraft | undefined) => void {
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-draft-${name}]`);
  let current: LetterDraft | undefined;
  for (const name of ['use', 'drop'] as const) {
    part(name)?.addEventListener('click', () => {
      if (current) choose[name](current);
      form.querySelector('textarea')?.focus();
    });
  }
  return (draft) => {
    current = draft;
    const notice = part('notice');
    const [time, words] = [part('time'), part('words')];
    if (!notice || !time || !words) return;
    notice.hidden = draft === undefined;
    time.textContent = draft ? formatMoment(new Date(draft.at), civilDateOf(new Date())) : '';
    const text = [draft?.title, draft?.body].filter(Boolean).join('　');
    words.textContent = beginningOf(text);
  };
}

/** Without readings. */
function plainText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const rt of copy.querySelectorAll('rt')) rt.remove();
  return copy.textContent;
}

const PUT_IN = '文例を入れました。続きを書いてください。';

function enhancePhrases(form: HTMLFormElement, keep: () => void): void {
  const body = form.querySelector('textarea');
  const status = form.querySelector('[data-phrase-status]');
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-phrase]')) {
    const shown = button.parentElement?.querySelector('[data-phrase-text]');
    if (!body || !shown) continue;
    const phrase = plainText(shown);
    button.addEventListener('click', (event) => {
      event.preventDefault();
      const longer = withPhrase(body.value, phrase);
      if (status) status.textContent = longer === null ? NO_ROOM : PUT_IN;
      if (longer === null) return;
      body.value = longer;
      body.scrollTop = body.scrollHeight;
      keep();
    });
  }
}

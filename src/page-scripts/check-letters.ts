import { accountOfPage } from '#client/account.ts';
import { api, callAs, msgOf, unanswered } from '#client/api-client.ts';
import { sendForm } from '#client/send-form.ts';
import type { checkCalls } from '#domains/letter/check/check.calls.ts';
import { OWN_PHOTOS } from '#domains/letter/drawing/anchors.ts';
import { paths } from '#lib/paths.ts';
import { enhanceLetterForm, forgetDraft } from './letter-form.ts';
import { lengthOf } from './lengths.ts';

/** Nobody has read a letter after so short a time: a second tap was meant for the first one. */
const DOUBLE_TAP_MS = 400;
/** Their pictures are there before the letter is. */
const FIRST_PICTURES = 2;

/** What was typed and not saved; it waits as a draft of its letter. */
const failures: { name: string; href: string; msg: string }[] = [];
const saving = new Set<Promise<void>>();

/**
 * 確認して次へ without a page in between: the next letter is fetched while this one is read, and
 * the check is saved while the next one is. Whatever this cannot do, the form does by itself.
 */
export function startChecking(): void {
  const staff = accountOfPage();
  if (staff !== undefined) callAs(staff);
  addEventListener('popstate', () => location.reload());
  show(false, 0);
}

const formOf = (page: Document) => page.querySelector<HTMLFormElement>('#check');

/**
 * Of the letter in the page.
 * @param hasWritten the person wrote about the one before
 * @param since when the press that led here was, in milliseconds since the page was asked for
 */
function show(hasWritten: boolean, since: number): void {
  const form = formOf(document);
  if (!form) return;
  const ended = new AbortController();
  enhanceLetterForm(form, ended.signal);
  const body = form.querySelector('textarea');
  const button = document.querySelector<HTMLButtonElement>('.bar .do:not(.together)');
  if (!body || !button) return;
  const first = body.value;
  const next = fetchNext(form);
  const isTooLong = (): boolean => lengthOf(body.value) > Number(form.dataset['max']);
  form.addEventListener('submit', (event) => {
    // まとめて確認 goes to a page of its own.
    if (event.submitter?.hasAttribute('formaction')) {
      waitForSaves(event, form);
      return;
    }
    if (button.disabled || form.dataset['unsaved'] !== undefined || isTooLong()) return;
    event.preventDefault();
    button.disabled = true;
    void next().then(async (page) => {
      if (page === null) {
        say([{ msg: unanswered().msg }]);
        button.disabled = false;
        return;
      }
      if (page === 'other') return form.submit();
      ended.abort();
      save(form, body.value);
      if (page === 'end') await leave(form);
      else turnTo(page, form.dataset['next'] ?? '', body.value !== first);
    });
  });
  body.addEventListener('keydown', (event) => goOnByKey(event, body, form, button));
  button.addEventListener('keydown', (event) => {
    if (event.repeat) event.preventDefault();
  });
  say(failures);
  const ready = () => {
    button.disabled = false;
    const isToWrite = body.value === '' && (hasWritten || hasKeyboard());
    (isToWrite ? body : button).focus({ preventScroll: true });
  };
  const left = since + DOUBLE_TAP_MS - performance.now();
  // On a slow phone a page is seen, and pressed, before its scripts run.
  if (left <= 0) ready();
  else {
    button.disabled = true;
    setTimeout(ready, left);
  }
}

/** A page that goes would break off what is being saved. */
function waitForSaves(event: SubmitEvent, form: HTMLFormElement): void {
  const { submitter } = event;
  if (saving.size === 0 && failures.length === 0) return;
  event.preventDefault();
  void Promise.all(saving).then(() => {
    if (failures.length === 0 && submitter instanceof HTMLButtonElement) sendForm(form, submitter);
  });
}

/** A phone's keyboard would cover the letter. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Enter goes on where nothing is written; in a text it makes a line, and Ctrl + Enter goes on. */
function goOnByKey(
  event: KeyboardEvent,
  body: HTMLTextAreaElement,
  form: HTMLFormElement,
  button: HTMLButtonElement,
): void {
  if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
  if (body.value !== '' && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  if (!event.repeat && !button.disabled) sendForm(form, button);
}

/** `end` after the last one; `other` if another page answers, as to somebody else or to nobody. */
type Next = Document | 'end' | 'other' | null;

/** The next letter, asked for at once and again if that failed. */
function fetchNext(form: HTMLFormElement) {
  const href = form.dataset['next'];
  const ask = (): Promise<Next> =>
    href === undefined ? Promise.resolve('end' as const) : fetchLetter(href);
  let asked = ask();
  return async (): Promise<Next> => {
    const page = await asked;
    if (page !== null) return page;
    asked = ask();
    return asked;
  };
}

async function fetchLetter(href: string): Promise<Next> {
  try {
    const response = await fetch(href, { credentials: 'same-origin' });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const isOurs = response.ok && accountOfPage(page) === accountOfPage();
    if (!isOurs || formOf(page) === null) return 'other';
    for (const { src, srcset, sizes } of [...page.images].slice(0, FIRST_PICTURES)) {
      Object.assign(new Image(), { sizes, srcset, src });
    }
    return page;
  } catch {
    return null;
  }
}

function save(form: HTMLFormElement, body: string): void {
  const hidden = (field: string): string =>
    form.querySelector<HTMLInputElement>(`input[name=${field}]`)?.value ?? '';
  const draft = form.dataset['letter'] ?? '';
  const { href } = location;
  const name = document.querySelector('#bar-who span')?.textContent ?? '';
  const path = paths.api.letterCheck(Number(hidden('yearMonth')), hidden('residentId'));
  const saved = api
    .put<typeof checkCalls.save>(path, {
      checked: true,
      note: { body, version: Number(hidden('version')) },
    })
    .then(
      () => forgetDraft(draft, body),
      (error: unknown) => {
        failures.push({ href, name, msg: msgOf(error) });
        say(failures);
      },
    )
    .finally(() => saving.delete(saved));
  saving.add(saved);
}

/** To the list, which must know of everything. */
async function leave(form: HTMLFormElement): Promise<void> {
  await Promise.all(saving);
  if (failures.length === 0) location.assign(form.dataset['end'] ?? '');
}

/** Shows another letter in this page. */
function turnTo(page: Document, href: string, hasWritten: boolean): void {
  history.pushState(null, '', href);
  // Its photos' colours and shapes; a style element of another page would be refused.
  styleAs(page);
  for (const part of ['.strip', 'main']) {
    const [old, now] = [document, page].map((from) => from.querySelector(part));
    if (old && now) old.replaceWith(document.importNode(now, true));
  }
  // The greeting above it is everyone's.
  const own = document.getElementById(OWN_PHOTOS);
  if (own) own.scrollIntoView();
  else scrollTo(0, 0);
  show(hasWritten, performance.now());
}

/** Rules of this letter, in the last place of the page's own sheet; before iOS 16.4 it can be no other. */
let ownRules: number | undefined;

function styleAs(page: Document): void {
  const sheet = document.querySelector('style')?.sheet;
  if (!sheet) return;
  if (ownRules !== undefined) sheet.deleteRule(ownRules);
  const rules = page.querySelector('style')?.textContent ?? '';
  ownRules = sheet.insertRule(`@media all{${rules}}`, sheet.cssRules.length);
}

/** Above the buttons, whichever letter is shown. */
function say(messages: readonly { msg: string; name?: string; href?: string }[]): void {
  const bar = document.querySelector('.bar');
  bar?.querySelector('[data-said]')?.remove();
  if (messages.length === 0) return;
  const said = document.createElement('div');
  said.className = 'refused';
  said.role = 'alert';
  said.dataset['said'] = '';
  for (const { msg, name, href } of messages) {
    const line = document.createElement('p');
    line.textContent = name === undefined ? msg : `${name}：${msg}`;
    if (href !== undefined) {
      const link = document.createElement('a');
      Object.assign(link, { href, textContent: 'もう一度開く' });
      line.append(' ', link);
    }
    said.append(line);
  }
  bar?.prepend(said);
}

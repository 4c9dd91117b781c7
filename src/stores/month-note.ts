import { atom } from 'nanostores';
import { ApiError, api, msgOf } from '#client/api-client.ts';
import { recall, remember } from '#client/kept.ts';
import { EVERYONE, FACILITY, MONTH_TAB } from '#domains/item/item-filter.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import type { noteCalls } from '#domains/letter/note/note.calls.ts';
import type { NoteStart, NoteState } from '#domains/letter/note/note-start.ts';
import { noteDraftName, stateOf } from '#domains/letter/note/note-start.ts';
import { NOTE_MAX_LENGTH } from '#domains/letter/note/note-limits.ts';
import { paths } from '#lib/paths.ts';
import type { LetterDraft } from '#page-scripts/letter-drafts.ts';
import { MAX_DRAFTS, draftKey, openDrafts, parseDrafts } from '#page-scripts/letter-drafts.ts';
import { lengthOf, tooLongText } from '#page-scripts/lengths.ts';
import { $filter } from './items.ts';
import { whileLoading } from './loading.ts';
import { notify } from './notice.ts';

/** The note of the shown resident and month; null where there is none. */
export const $monthNote = atom<NoteState | null>(null);
/** Unsaved texts of earlier visits, newest first. */
export const $noteDrafts = atom<readonly LetterDraft[]>([]);

const CONFLICT = 409;

type Of = Pick<NoteState, 'residentId' | 'yearMonth'>;

const keyOf = ({ residentId, yearMonth }: Of): string =>
  draftKey(noteDraftName(residentId, yearMonth));

const textOf = (body: string) => ({ title: '', body, coverItemId: '' });

const isSame = (a: Of, b: Of | null): boolean =>
  a.residentId === b?.residentId && a.yearMonth === b.yearMonth;

/** Browser only. */
export function openMonthNote(start: NoteStart | null): void {
  show(start && stateOf(start));
  $filter.listen((filter) => void showNoteOf(filter));
}

function show(state: NoteState | null): void {
  $monthNote.set(state);
  const kept = state?.note ? parseDrafts(recall(keyOf(state))) : [];
  $noteDrafts.set(state ? openDrafts(kept, textOf(state.body), '') : []);
}

/** Another resident or month; what was typed here stays as a draft. */
async function showNoteOf({ shown, tab, yearMonth }: ItemFilter): Promise<void> {
  const isPerson = shown !== EVERYONE && shown !== FACILITY && tab === MONTH_TAB;
  const of = { residentId: shown, yearMonth };
  if (isSame(of, $monthNote.get()) && isPerson) return;
  show(isPerson ? { ...BLANK, ...of } : null);
  if (isPerson) await loadNote();
}

const BLANK = {
  note: null,
  whySkipped: null,
  body: '',
  version: 0,
  isOpen: false,
  isSaving: false,
  msg: null,
  theirs: null,
} satisfies Partial<NoteState>;

/** Never throws; a failure is said where the note would be. */
export async function loadNote(): Promise<void> {
  const of = $monthNote.get();
  if (!of) return;
  change(of, { msg: null });
  try {
    const { note, withheld } = await readNote(of);
    if (isSame(of, $monthNote.get())) {
      show(stateOf({ yearMonth: of.yearMonth, note, whySkipped: withheld, unsaved: null }));
    }
  } catch (error) {
    change(of, { msg: msgOf(error) });
  }
}

const readNote = ({ yearMonth, residentId }: Of) =>
  whileLoading(api.get<typeof noteCalls.read>(paths.api.letterNote(yearMonth, residentId)));

/** Ignored once another note is shown. */
function change(of: Of, to: Partial<NoteState>): void {
  const state = $monthNote.get();
  if (state && isSame(of, state)) $monthNote.set({ ...state, ...to });
}

export const unfoldNote = (of: Of, isOpen: boolean): void => change(of, { isOpen });

export function typeNote(of: Of, body: string): void {
  change(of, { body });
  keep();
}

/** Keeps what is typed on the device, with the version it is based on. */
function keep(): void {
  const state = $monthNote.get();
  if (!state?.note) return;
  const { body, version, note } = state;
  const isSaved = body.trim() === note.body && version === note.version && !state.theirs;
  const typed = { ...textOf(body), version: String(version), at: Date.now() };
  const drafts = [...(isSaved ? [] : [typed]), ...$noteDrafts.get()].slice(0, MAX_DRAFTS);
  remember(keyOf(state), drafts);
}

/** Puts the newest kept text into the field; what was there is kept in its place. */
export function takeDraft(of: Of): void {
  const [draft, ...others] = $noteDrafts.get();
  const state = $monthNote.get();
  if (!draft || !state) return;
  const isTyped = state.body.trim() !== (state.note?.body ?? '');
  const typed = { ...textOf(state.body), version: String(state.version), at: Date.now() };
  $noteDrafts.set(isTyped ? [typed, ...others] : others);
  change(of, { body: draft.body, version: Number(draft.version), isOpen: true });
  keep();
}

export function dropDraft(): void {
  $noteDrafts.set($noteDrafts.get().slice(1));
  keep();
}

/** Leaves the other person's text as it is. */
export function keepTheirs(of: Of): void {
  const theirs = $monthNote.get()?.theirs;
  if (!theirs) return;
  change(of, { body: theirs.body, note: theirs, theirs: null, msg: null, isOpen: false });
  keep();
}

/** Saves what is typed, which stays on the device until it is saved. Never throws. */
export async function saveNote(of: Of): Promise<void> {
  const state = $monthNote.get();
  if (!state || state.isSaving || !isSame(of, state)) return;
  const { body, version } = state;
  if (lengthOf(body) > NOTE_MAX_LENGTH) {
    change(of, { msg: tooLongText(NOTE_MAX_LENGTH) });
    return;
  }
  change(of, { isSaving: true, msg: null });
  try {
    const { note } = await whileLoading(
      api.put<typeof noteCalls.save>(paths.api.letterNote(of.yearMonth, of.residentId), {
        body,
        version,
      }),
    );
    const isTypedOn = $monthNote.get()?.body !== body;
    const shown = isTypedOn ? {} : { body: note.body, isOpen: false };
    change(of, { ...shown, note, version: note.version, isSaving: false, theirs: null });
    if (isSame(of, $monthNote.get())) keep();
    else remember(keyOf(of), []);
    notify({ text: note.body === '' ? 'ご様子を削除しました' : 'ご様子を保存しました' });
  } catch (error) {
    await explain(of, error);
  }
}

async function explain(of: Of, error: unknown): Promise<void> {
  const isConflict = error instanceof ApiError && error.status === CONFLICT;
  const theirs = isConflict ? await readNote(of).catch(() => null) : null;
  const msg = isConflict
    ? msgOf(error)
    : `保存できませんでした。書いたものは残してあります。${msgOf(error)}`;
  // Having seen both texts, one may save; others are warned again.
  const seen = theirs && { theirs: theirs.note, note: theirs.note, version: theirs.note.version };
  change(of, { isSaving: false, msg, isOpen: true, ...seen });
  if (isSame(of, $monthNote.get())) keep();
  else notify({ text: msg });
}

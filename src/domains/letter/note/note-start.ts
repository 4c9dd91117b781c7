import type { YearMonth } from '#lib/calendar.ts';
import type { Note } from './note.ts';

/** What the photo page begins with, for one resident and month. */
export interface NoteStart {
  yearMonth: YearMonth;
  note: Note;
  /** Why the letter is skipped, if it is. */
  whySkipped: string | null;
  /** Sent but not saved, without JavaScript. */
  unsaved: { body: string; version: number; msg: string; isConflict: boolean } | null;
}

export interface NoteState extends Omit<NoteStart, 'note' | 'unsaved'> {
  residentId: string;
  /** null while it is loading, or if that failed. */
  note: Note | null;
  body: string;
  /** The version that `body` is based on. */
  version: number;
  isOpen: boolean;
  isSaving: boolean;
  msg: string | null;
  /** After a conflict, what the other person saved. */
  theirs: Note | null;
}

export const stateOf = ({ note, unsaved, yearMonth, whySkipped }: NoteStart): NoteState => ({
  yearMonth,
  residentId: note.residentId,
  note,
  whySkipped,
  body: unsaved?.body ?? note.body,
  // Having seen both texts, one may save; others are warned again.
  version: unsaved && !unsaved.isConflict ? unsaved.version : note.version,
  isOpen: unsaved !== null,
  isSaving: false,
  msg: unsaved?.msg ?? null,
  theirs: unsaved?.isConflict ? note : null,
});

/** Where drafts are kept in the browser, and what the drafts of greetings are named after. */
export const noteDraftName = (residentId: string, yearMonth: YearMonth): string =>
  `note:${residentId}:${yearMonth}`;

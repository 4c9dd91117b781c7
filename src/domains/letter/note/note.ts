import { z } from 'zod';
import { REOPEN, formId, orEmpty, severalWords, wholeNumber, yearMonthText } from '#lib/input.ts';
import { NOTE_MAX_LENGTH } from './note-limits.ts';

/** 今月のご様子: the note of one resident and month (contract.md#letters). */
const NoteSchema = z.object({
  residentId: z.string(),
  body: z.string(),
  /** Incremented with every change; 0 before the first. */
  version: z.number(),
  /** The writer's name; null if unwritten, or if that person has left. */
  updatedBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type Note = z.output<typeof NoteSchema>;

/** With the reason for holding the letter back, if it is. */
export const NoteReadOutput = z.object({ note: NoteSchema, withheld: z.string().nullable() });

export const NoteOutput = z.object({ note: NoteSchema });

const bodyText = 'ご様子は文字で入れてください。';
const versionText = 'ページを読み込み直してから、もう一度保存してください。';
const ID_MAX_LENGTH = 64;

const Body = severalWords(bodyText, NOTE_MAX_LENGTH, `ご様子は${NOTE_MAX_LENGTH}文字までです。`);

const Version = z.number(versionText).int(versionText).min(0, versionText);

export const NoteInput = z.strictObject({ body: Body, version: Version });
export type NoteInput = z.output<typeof NoteInput>;

/** Which letter a form is about. */
export const LetterOfOne = {
  yearMonth: yearMonthText(REOPEN),
  residentId: formId(ID_MAX_LENGTH),
};

export const NoteFormInput = z.object({
  ...LetterOfOne,
  body: orEmpty(Body),
  version: wholeNumber(versionText),
});

/** Shown for a conflicting save; neither text is lost. */
export const STALE_NOTE =
  'ほかの方が先に保存したため、まだ保存していません。内容を見くらべてから、もう一度保存してください。';

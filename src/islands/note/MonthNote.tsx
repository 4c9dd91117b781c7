import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { BREAK } from '#lib/break.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { filterAddress } from '#domains/item/item-filter.ts';
import type { Note } from '#domains/letter/note/note.ts';
import type { NoteStart, NoteState } from '#domains/letter/note/note-start.ts';
import { stateOf } from '#domains/letter/note/note-start.ts';
import { NOTE_MAX_LENGTH } from '#domains/letter/note/note-limits.ts';
import { seenWhen } from '#domains/letter/note/note-words.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatMoment, formatMonth } from '#lib/format-ja.ts';
import { beginningOf } from '#page-scripts/letter-drafts.ts';
import { lengthOf } from '#page-scripts/lengths.ts';
import {
  $monthNote,
  $noteDrafts,
  dropDraft,
  keepTheirs,
  loadNote,
  openMonthNote,
  saveNote,
  takeDraft,
  typeNote,
  unfoldNote,
} from '#stores/month-note.ts';
import './note.css';

interface Props {
  start: NoteStart | null;
  filter: ItemFilter;
  today: CivilDate;
}

/** 今月のご様子 of the shown resident: read, written and saved in place, while photos go up. */
export function MonthNote({ start, filter, today }: Props) {
  useState(() => {
    if (typeof window !== 'undefined') openMonthNote(start);
  });
  const state = useStore($monthNote, { ssr: () => start && stateOf(start) });
  if (!state) return null;
  return (
    <section className="month-note beside" aria-labelledby="note-heading">
      <h2 id="note-heading">{`${formatMonth(state.yearMonth)}の${BREAK}ご様子`}</h2>
      {state.note ? (
        <>
          {state.whySkipped !== null && (
            <p className="notice">
              <strong>この号は送らないことになっています</strong>（{state.whySkipped}）
            </p>
          )}
          {!state.isOpen && state.note.body !== '' && (
            <p className="note-text">{state.note.body}</p>
          )}
          {!state.isOpen && state.note.body === '' && <p className="soft">まだありません</p>}
          <NoteForm
            key={`${state.residentId} ${state.yearMonth}`}
            state={state}
            today={today}
            action={`${filterAddress(filter)}&_action=notes.save`}
          />
        </>
      ) : (
        <NotLoaded msg={state.msg} />
      )}
    </section>
  );
}

function NotLoaded({ msg }: { msg: string | null }) {
  if (msg === null) return <p className="soft">読み込んでいます…</p>;
  return (
    <div role="alert">
      <p>ご様子を読み込めませんでした。{msg}</p>
      <button type="button" className="button quiet" onClick={() => void loadNote()}>
        もう一度
      </button>
    </div>
  );
}

interface FormProps {
  state: NoteState;
  today: CivilDate;
  action: string;
}

function NoteForm({ state, today, action }: FormProps) {
  const { note, body, version, isOpen, isSaving, msg, theirs, yearMonth, residentId } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    void saveNote(state);
  };
  return (
    <>
      <NoteDraft state={state} today={today} />
      <details
        className="note-edit"
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) unfoldNote(state, open);
        }}
      >
        <summary className="unmarked">
          <span className="chip">
            {isOpen ? '閉じる' : note?.body === '' ? '書く' : '読む・直す'}
          </span>
        </summary>
        <form className="spaced gap-2 above-2" method="post" action={action} onSubmit={send}>
          {note && note.body !== '' && note.updatedAt && <WrittenBy note={note} today={today} />}
          {msg !== null && (
            <p className="notice error" role="alert">
              {msg}
            </p>
          )}
          {theirs && (
            // After a conflict: what the other person saved, above what was typed here.
            <div className="note-theirs">
              <h3>ほかの方が保存した内容</h3>
              <WrittenBy note={theirs} today={today} />
              <p className="note-text">{theirs.body || '（なし）'}</p>
              <p>残したいところは、写して下の欄に足してください。</p>
              <button type="button" className="text-button" onClick={() => keepTheirs(state)}>
                この内容のままにする
              </button>
            </div>
          )}
          <input type="hidden" name="yearMonth" value={yearMonth} />
          <input type="hidden" name="residentId" value={residentId} />
          <input type="hidden" name="version" value={version} />
          <label className={theirs ? 'field-label' : 'visually-hidden'} htmlFor="note-body">
            {theirs ? 'あなたの内容（まだ保存していません）' : 'ご様子'}
          </label>
          <p className="soft" id="note-hint">
            {seenWhen(yearMonth, today)}
          </p>
          <textarea
            id="note-body"
            name="body"
            className="control"
            aria-describedby="note-hint note-length"
            ref={field}
            rows={6}
            value={body}
            onChange={({ target }) => typeNote(state, target.value)}
          />
          <NoteLength body={body} />
          <button className="button" disabled={isSaving}>
            {isSaving ? '保存しています…' : '保存する'}
          </button>
        </form>
      </details>
    </>
  );
}

/** A text of an earlier visit that was never saved. */
function NoteDraft({ state, today }: Omit<FormProps, 'action'>) {
  const [draft] = useStore($noteDrafts, { ssr: 'initial' });
  if (!draft) return null;
  return (
    <div className="notice" role="status">
      <p>
        <strong>保存していない下書きがあります</strong>（{formatMoment(new Date(draft.at), today)}
        、この端末）
      </p>
      <p className="soft">{beginningOf(draft.body)}</p>
      <p className="cluster">
        <button type="button" className="button" onClick={() => takeDraft(state)}>
          下書きを戻す
        </button>
        <button type="button" className="button quiet" onClick={dropDraft}>
          下書きを削除する
        </button>
      </p>
    </div>
  );
}

function WrittenBy({ note, today }: { note: Note; today: CivilDate }) {
  const { updatedBy, updatedAt } = note;
  return (
    <p className="soft">
      {updatedBy && `${updatedBy}・`}
      {updatedAt && formatMoment(new Date(updatedAt), today)}
    </p>
  );
}

function NoteLength({ body }: { body: string }) {
  const length = lengthOf(body);
  const isOver = length > NOTE_MAX_LENGTH;
  return (
    <p id="note-length" className={isOver ? 'red bold' : 'soft'}>
      {length} / {NOTE_MAX_LENGTH}文字{isOver && '（少し減らしてください）'}
    </p>
  );
}

import type { Note } from '#domains/letter/note/note.ts';
import type { NoteState } from '#domains/letter/note/note-start.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatMoment } from '#lib/format-ja.ts';
import { keepTheirs } from '#stores/month-note.ts';

interface Props {
  state: NoteState;
  theirs: Note;
  today: CivilDate;
}

/** After a conflict: what the other person saved, above what was typed here. */
export function TheirNote({ state, theirs, today }: Props) {
  const { body, updatedBy, updatedAt } = theirs;
  return (
    <div className="note-theirs">
      <h3>ほかの方が保存した内容</h3>
      <p className="soft">
        {updatedBy && `${updatedBy}・`}
        {updatedAt && formatMoment(new Date(updatedAt), today)}
      </p>
      <p className="note-text">{body || '（なし）'}</p>
      <p>残したいところは、写して下の欄に足してください。</p>
      <button type="button" className="text-button" onClick={() => keepTheirs(state)}>
        この内容のままにする
      </button>
    </div>
  );
}

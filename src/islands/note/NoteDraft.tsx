import { useStore } from '@nanostores/react';
import type { NoteState } from '#domains/letter/note/note-start.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatMoment } from '#lib/format-ja.ts';
import { $noteDrafts, dropDraft, takeDraft } from '#stores/month-note.ts';

const WORDS_SHOWN = 60;

/** A text of an earlier visit that was never saved. */
export function NoteDraft({ state, today }: { state: NoteState; today: CivilDate }) {
  const [draft] = useStore($noteDrafts, { ssr: 'initial' });
  if (!draft) return null;
  const { body, at } = draft;
  return (
    <div className="notice" role="status">
      <p>
        <strong>保存していない下書きがあります</strong>（{formatMoment(new Date(at), today)}
        、この端末）
      </p>
      <p className="soft">{body.length > WORDS_SHOWN ? `${body.slice(0, WORDS_SHOWN)}…` : body}</p>
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

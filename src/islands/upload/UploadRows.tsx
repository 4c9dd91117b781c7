import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Upload } from '#domains/photo/upload.ts';
import { photoQueue } from '#stores/photo-queue.ts';
import { $isSaving, changeSaving, recallSaving } from '#client/saving.ts';
import { FileName } from './FileName.tsx';

/** Waiting files are only counted. */
export function SendingUploads({ uploads }: { uploads: readonly Upload[] }) {
  const sending = uploads.filter(({ state }) => state === 'sending');
  const waiting = uploads.length - sending.length;
  return (
    <>
      <ul>
        {sending.map(({ id, name, percent }) => (
          <li key={id} className="dock-sending">
            <FileName name={name} />
            <progress className="meter" aria-label={name} max="100" value={percent} />
            <span className="dock-percent">{percent < 100 ? `${percent}%` : '確認中'}</span>
          </li>
        ))}
      </ul>
      <SaveData />
      <div className="strip-line beside apart gap-0-3">
        <p>{waiting > 0 && `ほか${waiting}枚が順番を待っています`}</p>
        <button type="button" className="text-button" onClick={photoQueue.cancel}>
          残りをやめる
        </button>
      </div>
    </>
  );
}

/** For lines that cost money or are slow. */
function SaveData() {
  const isSaving = useStore($isSaving);
  useEffect(recallSaving, []);
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={isSaving}
        onChange={({ target }) => changeSaving(target.checked)}
      />
      <span>
        通信量をおさえる<small>とても大きな写真を、小さくしてから送ります</small>
      </span>
    </label>
  );
}

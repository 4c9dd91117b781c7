import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $isSaving, changeSaving, recallSaving } from '#client/saving.ts';

/** For lines that cost money or are slow. */
export function SaveData() {
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

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { BREAK } from '#lib/break.ts';
import { $chosen } from '#stores/choosing.ts';
import { deleteItems } from '#stores/deleting.ts';
import { leaveItemsOut, withChosen } from '#stores/many-items.ts';
import { $batch } from '#stores/batch.ts';
import type { Asking } from './ChooseDialogs.tsx';
import { Later } from '#islands/Later.tsx';
import './choose.css';

const WAYS: { asking: Asking; text: string }[] = [
  { asking: 'move', text: '移す' },
  { asking: 'copy', text: 'コピー' },
  { asking: 'date', text: '日付' },
  { asking: 'caption', text: 'ひとこと' },
];

const loadDialogs = () => import('./ChooseDialogs.tsx');

export function ChooseBar() {
  const chosen = useStore($chosen);
  const isBusy = useStore($batch) !== null;
  const [asking, setAsking] = useState<Asking | null>(null);
  const areLeftOut = chosen.length > 0 && chosen.every(({ leftOut }) => leftOut);
  const cannot = isBusy || chosen.length === 0;
  return (
    <div className="choose-bar" role="group" aria-label="選んだ写真">
      <p role="status">
        {chosen.length === 0 ? '写真を選んでください' : `${chosen.length}枚を選んでいます`}
      </p>
      <div className="choose-ways">
        {WAYS.map(({ asking: way, text }) => (
          <button
            key={way}
            type="button"
            className="button quiet"
            disabled={cannot}
            onClick={() => setAsking(way)}
          >
            {text}
          </button>
        ))}
        <button
          type="button"
          className="button quiet"
          disabled={cannot}
          onClick={() => void withChosen(() => leaveItemsOut(chosen, !areLeftOut))}
        >
          {areLeftOut ? 'お便りに出す' : 'まだ出さない'}
        </button>
        <button
          type="button"
          className="button quiet danger-text"
          disabled={cannot}
          onClick={() => void withChosen(() => deleteItems(chosen))}
        >
          削除
        </button>
      </div>
      {chosen.length > 0 && !areLeftOut && (
        <p className="choose-note soft">{`「まだ出さない」写真は、${BREAK}お便りに${BREAK}載りません`}</p>
      )}
      {asking && (
        <Later load={loadDialogs} of={{ asking, items: chosen, onClose: () => setAsking(null) }} />
      )}
    </div>
  );
}

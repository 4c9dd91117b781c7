import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { photosText } from '#domains/item/still-there.ts';
import { itemsIn } from '#domains/item/tile.ts';
import { BREAK } from '#lib/break.ts';
import { $chosen } from '#stores/choosing.ts';
import { deleteItems } from '#stores/deleting.ts';
import { leaveItemsOut, withChosen } from '#stores/many-items.ts';
import { WHOSE } from '#stores/who-is-meant.ts';
import { $batch } from '#stores/batch.ts';
import type { Asking } from './ChooseDialogs.tsx';
import { ChooseDialogs } from './ChooseDialogs.tsx';
import './choose.css';

const WAYS: { asking: Asking; text: string }[] = [
  { asking: 'move', text: '移す' },
  { asking: 'copy', text: 'コピー' },
  { asking: 'date', text: '日付' },
  { asking: 'caption', text: 'ひとこと' },
];

export default function ChooseBar() {
  const chosen = useStore($chosen);
  const isBusy = useStore($batch) !== null;
  const [asking, setAsking] = useState<Asking | null>(null);
  const areLeftOut = chosen.length > 0 && chosen.flatMap(itemsIn).every(({ leftOut }) => leftOut);
  const cannot = isBusy || chosen.length === 0;
  return (
    <div className="choose-bar" role="group" aria-label="選んだ写真">
      <p role="status" className="bold">
        {chosen.length === 0
          ? '写真を選んでください'
          : `${photosText(chosen.flatMap(itemsIn))}を選んでいます`}
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
          onClick={() =>
            void withChosen(chosen, areLeftOut ? WHOSE.letIn : WHOSE.leftOut, (tiles) =>
              leaveItemsOut(tiles, !areLeftOut),
            )
          }
        >
          {areLeftOut ? 'お便りに出す' : 'まだ出さない'}
        </button>
        <button
          type="button"
          className="button quiet danger-text"
          disabled={cannot}
          onClick={() => void withChosen(chosen, WHOSE.deleted, deleteItems)}
        >
          削除
        </button>
      </div>
      {chosen.length > 0 && !areLeftOut && (
        <p className="choose-note soft">{`「まだ出さない」写真は、${BREAK}お便りに${BREAK}載りません`}</p>
      )}
      {asking && <ChooseDialogs asking={asking} items={chosen} onClose={() => setAsking(null)} />}
    </div>
  );
}

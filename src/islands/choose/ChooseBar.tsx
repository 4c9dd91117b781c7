import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { photosText } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { itemsIn } from '#domains/item/tile.ts';
import { BREAK } from '#lib/break.ts';
import { $chosen } from '#stores/choosing.ts';
import { deleteItems } from '#stores/deleting.ts';
import {
  captionItems,
  copyItems,
  dateItems,
  leaveItemsOut,
  moveItems,
  withChosen,
} from '#stores/many-items.ts';
import { WHOSE, ownIn } from '#stores/who-is-meant.ts';
import { $batch } from '#stores/batch.ts';
import { useWhoIsAgainst } from '#islands/photo/useNotForAll.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { CaptionDialog } from './CaptionDialog.tsx';
import { DateDialog } from './DateDialog.tsx';
import './choose.css';

type Asking = 'move' | 'copy' | 'date' | 'caption';

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

interface Props {
  asking: Asking;
  items: readonly Tile[];
  onClose: () => void;
}

function ChooseDialogs({ asking, items, onClose }: Props) {
  const notForAll = useWhoIsAgainst(
    items.flatMap(({ people }) => people.map(({ residentId }) => residentId)),
  );
  const run = (title: string | null, work: Parameters<typeof withChosen>[2]): void => {
    onClose();
    void withChosen(items, title, work);
  };
  if (asking === 'date') {
    return (
      <DateDialog
        items={items}
        onClose={onClose}
        onChoose={(dayFor) => run(WHOSE.dated, (tiles) => dateItems(tiles, dayFor))}
      />
    );
  }
  if (asking === 'caption') {
    return (
      <CaptionDialog
        items={items}
        onClose={onClose}
        onChoose={(caption) => run(WHOSE.written, (tiles) => captionItems(tiles, caption))}
      />
    );
  }
  const isMove = asking === 'move';
  return (
    <PlaceDialog
      title={`${items.length}枚の${isMove ? '移し先' : 'コピー先'}`}
      except={commonPlace(items)}
      notForAll={notForAll}
      onClose={onClose}
      onChoose={(residentId) =>
        run(null, (tiles) =>
          isMove ? moveItems(ownIn(tiles) ?? tiles, residentId) : copyItems(tiles, residentId),
        )
      }
      onSeveral={isMove ? undefined : (ids) => run(null, (tiles) => copyItems(tiles, ids))}
    />
  );
}

/** A place that all of them have is not offered. */
function commonPlace(items: readonly Tile[]): string | null | undefined {
  const places = new Set(items.map(({ residentId }) => residentId));
  const [place] = places;
  return places.size === 1 ? place : undefined;
}

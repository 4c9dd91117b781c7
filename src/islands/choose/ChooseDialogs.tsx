import type { Tile } from '#domains/item/tile.ts';
import { captionItems, copyItems, dateItems, moveItems, withChosen } from '#stores/many-items.ts';
import { WHOSE, ownIn } from '#stores/who-is-meant.ts';
import { useWhoIsAgainst } from '#islands/photo/useNotForAll.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { CaptionDialog } from './CaptionDialog.tsx';
import { DateDialog } from './DateDialog.tsx';

export type Asking = 'move' | 'copy' | 'date' | 'caption';

type Work = (tiles: readonly Tile[]) => ReturnType<typeof copyItems>;

interface Props {
  asking: Asking;
  items: readonly Tile[];
  onClose: () => void;
}

export function ChooseDialogs({ asking, items, onClose }: Props) {
  const notForAll = useWhoIsAgainst(
    items.flatMap(({ people }) => people.map(({ residentId }) => residentId)),
  );
  const run = (title: string | null, work: Work): void => {
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

import { useStore } from '@nanostores/react';
import type { Item } from '#domains/item/item.ts';
import { notForAllText } from '#domains/people/consent.ts';
import { $residents } from '#stores/items.ts';
import { captionItems, copyItems, dateItems, moveItems, withChosen } from '#stores/many-items.ts';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { CaptionDialog } from './CaptionDialog.tsx';
import { DateDialog } from './DateDialog.tsx';

export type Asking = 'move' | 'copy' | 'date' | 'caption';

interface Props {
  asking: Asking;
  items: readonly Item[];
  onClose: () => void;
}

export default function ChooseDialogs({ asking, items, onClose }: Props) {
  const residents = useStore($residents);
  if (asking === 'date') {
    return (
      <DateDialog
        items={items}
        onClose={onClose}
        onChoose={(dayFor) => {
          onClose();
          void withChosen(() => dateItems(items, dayFor));
        }}
      />
    );
  }
  if (asking === 'caption') {
    return (
      <CaptionDialog
        items={items}
        onClose={onClose}
        onChoose={(caption) => {
          onClose();
          void withChosen(() => captionItems(items, caption));
        }}
      />
    );
  }
  const run = (work: () => ReturnType<typeof copyItems>): void => {
    onClose();
    void withChosen(work);
  };
  const isMove = asking === 'move';
  const on = new Set(items.map(({ residentId }) => residentId));
  const notForAll = notForAllText(
    residents
      .filter(({ id, photoConsentExtent }) => on.has(id) && photoConsentExtent !== 'all')
      .map(({ name }) => name),
  );
  return (
    <PlaceDialog
      title={`${items.length}枚の${isMove ? '移し先' : 'コピー先'}`}
      except={commonPlace(items)}
      notForAll={notForAll}
      onClose={onClose}
      onChoose={(residentId) => run(() => (isMove ? moveItems : copyItems)(items, residentId))}
      onSeveral={isMove ? undefined : (ids) => run(() => copyItems(items, ids))}
    />
  );
}

/** A place that all of them have is not offered. */
function commonPlace(items: readonly Item[]): string | null | undefined {
  const places = new Set(items.map(({ residentId }) => residentId));
  const [place] = places;
  return places.size === 1 ? place : undefined;
}

import type { Tile } from '#domains/item/tile.ts';
import { closePhoto } from '#stores/open-photo.ts';
import { CopyPhoto } from './CopyPhoto.tsx';
import { PhotoDay } from './PhotoFacts.tsx';
import { PhotoInLetter } from './PhotoInLetter.tsx';

/** What is seldom wanted, below その他. */
export function PhotoMore({ item }: { item: Tile }) {
  return (
    <>
      <PhotoDay item={item} />
      <PhotoInLetter item={item} />
      <CopyPhoto item={item} onDone={closePhoto} />
    </>
  );
}

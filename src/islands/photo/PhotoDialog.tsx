import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import { useDeferredValue, useEffect, useState } from 'react';
import type { Tile } from '#domains/item/tile.ts';
import { ownersOf } from '#domains/item/tile.ts';
import { formatDay } from '#lib/format-ja.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { ownIn } from '#stores/who-is-meant.ts';
import { leaveDraft } from '#stores/drafts.ts';
import { $today } from '#stores/items.ts';
import { longSide } from '#lib/picture-size.ts';
import { $localPhotos } from '#stores/local-photos.ts';
import { closePhoto, openPhoto } from '#stores/open-photo.ts';
import { Sheet } from '#islands/Sheet.tsx';
import { NoticeBar } from '#islands/upload/NoticeBar.tsx';
import { WhoMustNot } from '#islands/place/WhoMustNot.tsx';
import { CopyPhoto } from './CopyPhoto.tsx';
import { PhotoActions } from './PhotoActions.tsx';
import { PhotoDay, PhotoFacts } from './PhotoFacts.tsx';
import { PhotoInLetter } from './PhotoInLetter.tsx';
import { PhotoPeople } from './PhotoPeople.tsx';
import { RotatePhoto } from './RotatePhoto.tsx';
import { Picture, usePreloaded } from './Picture.tsx';
import { useSwipe } from './useSwipe.ts';
import './photo.css';

interface Props {
  item: Tile;
  at: number;
  neighbours: { before: Tile | undefined; after: Tile | undefined };
  ends: { first: Tile | undefined; last: Tile | undefined };
  count: number;
}

/** An enlarged photo with day and caption; keys, buttons and swipes go to its neighbours. */
export default function PhotoDialog(props: Props) {
  const { item, at, neighbours, count } = props;
  const { before, after } = neighbours;
  // The picture first, for a quick answer to the tap; the actions follow.
  const isAnswered = useDeferredValue(true, false);
  const local = useStore($localPhotos)[item.id];
  const { way, turnTo, onKey } = useTurning(props);
  const swipe = useSwipe((to) => turnTo(to === 'on' ? after : before, to));
  usePreloaded(after);
  useEffect(() => () => leaveDraft(item.id), [item.id]);
  return (
    <Sheet
      title={namesOf(peopleOn(item))}
      detail={formatDay(item.takenOn, $today.get()) + stateOf(item)}
      className="sheet photo-view"
      onClose={closePhoto}
      onKey={onKey}
    >
      <div className="photo-view-grid">
        <figure>
          <div className="photo-stage" {...(longSide(item) ? alongOf(item) : swipe)}>
            <Picture key={item.id} item={item} localUrl={local?.url ?? null} way={way} />
          </div>
          <div className="turn beside apart">
            <Turn text="前の写真" isEnd={!before} onTurn={() => turnTo(before, 'back')} />
            <p role="status" className="soft">
              {at + 1} / {count}
            </p>
            <Turn text="次の写真" isEnd={!after} onTurn={() => turnTo(after, 'on')} />
          </div>
          {isAnswered && <RotatePhoto key={item.id} item={item} />}
        </figure>
        {isAnswered && (
          <div className="photo-side" key={item.id}>
            {item.residentId === null && <WhoMustNot />}
            <PhotoFacts item={item} />
            <NoticeBar isInSheet />
            <PhotoPeople item={item} />
            <PhotoActions item={item} />
            <details className="photo-more">
              <summary>その他</summary>
              <PhotoDay item={item} />
              <PhotoInLetter item={item} />
              <CopyPhoto item={item} />
            </details>
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** Whose page it is, first. */
const peopleOn = (item: Tile) => [...(ownIn([item]) ?? []), ...ownersOf(item)];

/** What is too long to be seen whole scrolls, by touch or keys. */
const alongOf = (item: Tile) => ({
  className: `photo-stage along-${longSide(item)}`,
  tabIndex: 0,
  role: 'group',
  'aria-label': '動かして見る写真',
});

const stateOf = ({ held, leftOut }: Tile): string =>
  leftOut ? '・お便りに出しません' : held ? '・確認待ち' : '';

/** Turning to other photos, and the way that the last turn went. */
function useTurning({ item, neighbours: { before, after }, ends }: Props) {
  const [way, setWay] = useState<'on' | 'back' | null>(null);
  const turnTo = (other: Tile | undefined, to: 'on' | 'back'): void => {
    if (!other || other.id === item.id) return;
    setWay(to);
    openPhoto(other.id);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowRight') turnTo(after, 'on');
    else if (event.key === 'ArrowLeft') turnTo(before, 'back');
    else if (event.key === 'Home') turnTo(ends.first, 'back');
    else if (event.key === 'End') turnTo(ends.last, 'on');
    else return;
    event.preventDefault();
  };
  return { way, turnTo, onKey };
}

/** Or moving along a picture. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement && target.classList.contains('photo-stage'));

/** Stays focusable at the end, so that keys keep working. */
function Turn({ text, isEnd, onTurn }: { text: string; isEnd: boolean; onTurn: () => void }) {
  return (
    <button type="button" className="button quiet" aria-disabled={isEnd} onClick={onTurn}>
      {text}
    </button>
  );
}

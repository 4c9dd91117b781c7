import type { MouseEvent, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Others } from '#domains/item/first-names.ts';
import { namesInRow } from '#domains/item/first-names.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { FACILITY, filterAddress } from '#domains/item/item-filter.ts';
import type { Counts } from '#domains/item/item.ts';
import { awaitsPhoto, placeNote, takesPhotos } from '#domains/people/consent.ts';
import { LIFE_MARKS } from '#domains/people/life.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { Avatar } from '#islands/place/Avatar.tsx';
import { PlaceDialog } from '#islands/place/PlaceDialog.tsx';
import { showFilter } from '#stores/items-loading.ts';
import { FilterLink } from './FilterLink.tsx';
import { useCurrentInView } from './useCurrentInView.ts';
import './rows.css';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  others: Others;
  areOld: boolean;
}

export function ResidentRow({ filter, counts, others, areOld }: Props) {
  const row = useCurrentInView<HTMLElement>(filter.shown);
  const { isFinding, open, close, find } = useFinding(row, filter);
  const names = namesInRow(counts, others, filter.shown);
  const rest = counts.residents.length + others.count - names.length;
  const finder = { filter, nextPart: others.nextPart, onOpen: open };
  return (
    <>
      <nav className="resident-row" aria-label="入居者" ref={row}>
        <FilterLink filter={{ ...filter, shown: FACILITY }} isCurrent={filter.shown === FACILITY}>
          <Avatar id={null} name="施設全体" />
          <Count count={areOld ? null : counts.allCount} />
          <span className="name">施設全体</span>
        </FilterLink>
        {rest > 0 && <FindName {...finder} />}
        {inGroups(names).map((group, at) => (
          <div key={at} className="names">
            {group.map((resident) => (
              <FilterLink
                key={resident.id}
                filter={{ ...filter, shown: resident.id }}
                isCurrent={filter.shown === resident.id}
              >
                <Avatar {...resident} />
                <ResidentCount resident={resident} areOld={areOld} />
                <span className="name">{resident.name}</span>
              </FilterLink>
            ))}
          </div>
        ))}
        {rest > 0 && <FindName {...finder} rest={rest} />}
      </nav>
      {isFinding && (
        <PlaceDialog
          title="どなたの写真を見ますか？"
          except={null}
          isToSee
          onClose={close}
          onChoose={find}
        />
      )}
    </>
  );
}

/** A phone's browser lays out only those in view: of a hundred names it shows four. */
const GROUP = 10;

const inGroups = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / GROUP) }, (_, at) =>
    all.slice(at * GROUP, (at + 1) * GROUP),
  );

/** The dialog's state; whoever is found has the focus afterwards. */
function useFinding(row: RefObject<HTMLElement | null>, filter: ItemFilter) {
  const [isFinding, setIsFinding] = useState(false);
  const wasFound = useRef(false);
  useEffect(() => {
    if (isFinding || !wasFound.current) return;
    wasFound.current = false;
    row.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [isFinding, row]);
  return {
    isFinding,
    open: () => setIsFinding(true),
    close: () => setIsFinding(false),
    find: (residentId: string | null) => {
      wasFound.current = true;
      setIsFinding(false);
      if (residentId !== null) void showFilter({ ...filter, shown: residentId });
    },
  };
}

/** No count without consent, nor a zero for someone who is away, left or died. */
function ResidentCount({ resident, areOld }: { resident: ResidentShort; areOld: boolean }) {
  const { itemsCount, photoConsent, state } = resident;
  const mark = LIFE_MARKS[state];
  if (mark !== null && itemsCount === 0) {
    return <span className="photo-count photo-count-not">{mark}</span>;
  }
  if (takesPhotos(resident) || (itemsCount > 0 && !areOld)) {
    return <Count count={areOld ? null : itemsCount} isMissing={awaitsPhoto(resident)} />;
  }
  return (
    <span className="photo-count photo-count-not">
      {photoConsent === null ? '未確認' : '載せない'}
      <span className="visually-hidden">（{placeNote(photoConsent)}）</span>
    </span>
  );
}

/** Red for residents without photos; the facility needs none. */
function Count({ count, isMissing = false }: { count: number | null; isMissing?: boolean }) {
  if (count === null) return null;
  return (
    <span className={isMissing ? 'photo-count photo-count-none' : 'photo-count'}>
      {count}
      <span className="visually-hidden">枚</span>
    </span>
  );
}

interface FindProps {
  filter: ItemFilter;
  nextPart: number;
  /** How many names the row leaves out; without it the entry is the row's first. */
  rest?: number;
  onOpen: () => void;
}

/** The way to residents that the row leaves out; without scripts a link to further names. */
function FindName({ filter, nextPart, rest, onOpen }: FindProps) {
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={`${filterAddress(filter)}&names=${nextPart}`} aria-haspopup="dialog" onClick={open}>
      <span className="avatar avatar-find" aria-hidden="true">
        {rest === undefined ? (
          <svg viewBox="0 0 24 24" width="26" height="26">
            <circle cx="10" cy="10" r="6" />
            <path d="m15 15 6 6" />
          </svg>
        ) : (
          '…'
        )}
      </span>
      <span className="name">
        {rest === undefined ? (
          <>
            <span className="visually-hidden">入居者を</span>さがす
          </>
        ) : (
          `ほか${rest}人`
        )}
      </span>
    </a>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { placeOf, readFilter, shownOnPath } from '#domains/item/item-filter.ts';
import { replaceItems } from '#domains/item/item-list.ts';
import type { ItemsStart } from '#domains/item/item-list.ts';
import type { PhotoNotice } from '#domains/dashboard/photo-notices.ts';
import type { NoteStart } from '#domains/letter/note/note-start.ts';
import { $isChoosing, endChoosingByBack } from '#stores/choosing.ts';
import {
  $areCountsOld,
  $counts,
  $filter,
  $isListOld,
  $list,
  $listError,
  $loading,
  $others,
  $today,
  openItems,
} from '#stores/items.ts';
import { showFilter } from '#stores/items-loading.ts';
import { closePhoto } from '#stores/open-photo.ts';
import { ListHead } from './items/ListHead.tsx';
import { LoadMore } from './items/LoadMore.tsx';
import { MonthChips } from './items/MonthChips.tsx';
import { PhotoGrid } from './items/PhotoGrid.tsx';
import { OwnWish } from './items/OwnWish.tsx';
import { ResidentRow } from './items/ResidentRow.tsx';
import { SkipToDock } from './items/SkipToDock.tsx';
import { Trouble } from './items/Trouble.tsx';
import { useChoosingKeys } from './items/useChoosingKeys.ts';
import { MonthNote } from './note/MonthNote.tsx';
import { AskFirst } from './notices/AskFirst.tsx';
import { Notices } from './notices/Notices.tsx';
import { OpenPhoto } from './photo/OpenPhoto.tsx';
import { AskWho } from './place/AskWho.tsx';
import { useRefusal } from './place/useRefusal.ts';
import { WhoMustNot } from './place/WhoMustNot.tsx';
import './items/items.css';

interface Props {
  start: ItemsStart;
  refusal: string | null;
  /** Of the shown resident and month. */
  note?: NoteStart | null;
  /** What the server knows: before the held photos, and after them. */
  told?: { first: readonly PhotoNotice[]; then: readonly PhotoNotice[] };
}

const NOTHING_TOLD = { first: [], then: [] };

/** Months, residents and photos (domain.md#the-photo-page), fully rendered on the server. */
export default function ItemsList({ start, refusal, note = null, told = NOTHING_TOLD }: Props) {
  const { filter, list, counts, others, today, loading, error, isOld, areCountsOld } =
    useItems(start);
  const why = useRefusal({ shown: start.filter.shown, refusal });
  // Photos of another month under this name would be misleading.
  const items = isOld && error !== null ? [] : list.items;
  return (
    <div className="photo-page">
      <SkipToDock />
      <MonthChips filter={filter} startDate={list.startDate} today={today} />
      <ResidentRow filter={filter} counts={counts} others={others} areOld={areCountsOld} />
      <div className="photo-main">
        <Notices {...{ start, told, filter, counts, others, areCountsOld, today }} />
        <ListHead
          {...{ filter, today, counts, shownName: start.shownName }}
          count={isOld ? null : list.count}
          canChoose={items.length > 0}
        />
        <OwnWish shown={filter.shown} counts={counts} />
        {placeOf(filter.shown) === null && <WhoMustNot />}
        <MonthNote start={note} {...{ filter, today }} />
        <TakesNone why={why} />
        {error !== null && loading === null && <Trouble msg={error} />}
        <PhotoGrid
          {...{ items, filter, today }}
          count={list.count}
          isLoading={loading === 'first'}
          isEmpty={items.length === 0 && error === null}
          takesNone={why !== null}
        />
        <OpenPhoto list={list} />
        <AskWho />
        <AskFirst />
        {!isOld && <LoadMore {...{ list, filter, loading }} isStopped={error !== null} />}
      </div>
    </div>
  );
}

/** What the stores hold; on the server and while hydrating, what the page started with. */
function useItems(start: ItemsStart) {
  useState(() => {
    if (typeof window !== 'undefined') openItems(start);
  });
  useBackButton(start.today);
  useChoosingKeys(useStore($isChoosing, { ssr: 'initial' }));
  const startList = useMemo(() => replaceItems(start.answer, start.page, start.filter), [start]);
  return {
    filter: useStore($filter, { ssr: () => start.filter }),
    list: useStore($list, { ssr: () => startList }),
    counts: useStore($counts, { ssr: () => start.counts }),
    others: useStore($others, { ssr: () => start.others }),
    today: useStore($today, { ssr: () => start.today }),
    loading: useStore($loading),
    error: useStore($listError),
    isOld: useStore($isListOld, { ssr: () => false }),
    areCountsOld: useStore($areCountsOld, { ssr: () => false }),
  };
}

/** Why this place accepts no photos, where the button for adding them would lead. */
function TakesNone({ why }: { why: string | null }) {
  if (why === null) return null;
  return (
    <p className="notice photo-refusal" id="add-photos" tabIndex={-1}>
      {why}
    </p>
  );
}

/** The back button ends the selection, or restores the previous month and resident. */
function useBackButton(today: string): void {
  useEffect(() => {
    const goBack = (): void => {
      if (endChoosingByBack()) return;
      closePhoto();
      const query = new URLSearchParams(location.search);
      const filter = readFilter(query, shownOnPath(location.pathname), today);
      void showFilter(filter, { keepAddress: true });
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, [today]);
}

import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { placeOf, readFilter, shownOnPath } from '#domains/item/item-filter.ts';
import { replaceItems } from '#domains/item/item-list.ts';
import type { ItemsStart } from '#domains/item/item-list.ts';
import type { PhotoNotice } from '#domains/dashboard/photo-notices.ts';
import type { NoteStart } from '#domains/letter/note/note-start.ts';
import { BREAK } from '#lib/break.ts';
import { untilReached } from '#client/reach.ts';
import { $batch } from '#stores/batch.ts';
import { $isChoosing, chooseAll, endChoosing, endChoosingByBack } from '#stores/choosing.ts';
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
import { showFilter, tryAgain } from '#stores/items-loading.ts';
import { closePhoto } from '#stores/open-photo.ts';
import { $whoQuestion } from '#stores/who-is-meant.ts';
import { Later, useSoon } from './Later.tsx';
import { ListHead } from './items/ListHead.tsx';
import { LoadMore } from './items/LoadMore.tsx';
import { MonthChips } from './items/MonthChips.tsx';
import { PhotoGrid } from './items/PhotoGrid.tsx';
import { ResidentRow } from './items/ResidentRow.tsx';
import { MonthNote } from './note/MonthNote.tsx';
import { AskFirst } from './notices/AskFirst.tsx';
import { Notices } from './notices/Notices.tsx';
import { OpenPhoto } from './photo/OpenPhoto.tsx';
import { useRefusal } from './place/useRefusal.ts';
import { WhoMustNot } from './place/WhoMustNot.tsx';
import './items/items.css';

interface Props {
  start: ItemsStart;
  refusal: string | null;
  /** About the shown resident and month. */
  note?: NoteStart | null;
  /** What the server knows: before the held photos, and after them. */
  told?: { first: readonly PhotoNotice[]; then: readonly PhotoNotice[] };
}

const NOTHING_TOLD = { first: [], then: [] };

/** Months, residents and photos (domain.md#the-photo-page), fully rendered on the server. */
export default function ItemsList({ start, refusal, note = null, told = NOTHING_TOLD }: Props) {
  const page = useItems(start);
  const { filter, list, counts, others, today, loading, error, isOld, areCountsOld } = page;
  const why = useRefusal({ shown: start.filter.shown, refusal });
  // Photos of another month under this name would be misleading.
  const items = isOld && error !== null ? [] : list.items;
  const wish = counts.residents.find(({ id }) => id === filter.shown)?.ownWish;
  return (
    <div className="photo-page">
      <SkipToDock />
      <MonthChips filter={filter} startDate={list.startDate} today={today} />
      <ResidentRow filter={filter} counts={counts} others={others} areOld={areCountsOld} />
      <div className="photo-main">
        <Notices {...page} start={start} told={told} />
        <ListHead
          filter={filter}
          today={today}
          counts={counts}
          shownName={start.shownName}
          count={isOld ? null : list.count}
          canChoose={items.length > 0}
        />
        {wish && (
          <p className="own-wish soft">
            <b>{`ご本人の${BREAK}お気持ち`}</b> {wish}
          </p>
        )}
        {placeOf(filter.shown) === null && <WhoMustNot />}
        <MonthNote start={note} filter={filter} today={today} />
        {why !== null && (
          // Where the button for adding photos would lead.
          <p className="notice photo-refusal" id="add-photos" tabIndex={-1}>
            {why}
          </p>
        )}
        {error !== null && loading === null && <Trouble msg={error} />}
        <PhotoGrid
          items={items}
          filter={filter}
          today={today}
          count={list.count}
          isLoading={loading === 'first'}
          isEmpty={items.length === 0 && error === null}
          takesNone={why !== null}
        />
        <OpenPhoto list={list} />
        <AskWho />
        <AskFirst />
        {!isOld && (
          <LoadMore list={list} filter={filter} loading={loading} isStopped={error !== null} />
        )}
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

/** Adding photos, or actions for the selection. */
const BUTTONS = '.choose-bar button:not(:disabled), .dock-action button';

function SkipToDock() {
  const isChoosing = useStore($isChoosing, { ssr: 'initial' });
  const skip = (event: MouseEvent): void => {
    const button = document.querySelector<HTMLElement>(BUTTONS);
    if (!button) return;
    // Without a history entry, which would reload the list.
    event.preventDefault();
    button.focus();
  };
  return (
    <a className="skip-to-dock visually-hidden" href="#add-photos" onClick={skip}>
      {isChoosing ? '選んだ写真の操作へ移動' : '写真を追加するボタンへ移動'}
    </a>
  );
}

const loadWhoDialog = () => import('./place/WhoDialog.tsx');

function AskWho() {
  const question = useStore($whoQuestion, { ssr: 'initial' });
  useSoon(loadWhoDialog);
  return (
    question && <Later load={loadWhoDialog} of={question} onFailure={() => question.answer(null)} />
  );
}

/** With a retry button where the user is looking. */
function Trouble({ msg }: { msg: string }) {
  useEffect(() => {
    let isHere = true;
    // The message disappears once the server is reachable.
    void untilReached().then((wasAway) => wasAway && isHere && retry());
    addEventListener('online', retry);
    return () => {
      isHere = false;
      removeEventListener('online', retry);
    };
  }, []);
  return (
    <div className="photo-trouble" role="alert">
      <p>写真を読み込めませんでした。{msg}</p>
      <button type="button" className="button quiet" onClick={retry}>
        もう一度
      </button>
    </div>
  );
}

const retry = (): void => void tryAgain();

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

/** Wherever the focus is: Ctrl+A selects all, Escape ends selection mode. */
function useChoosingKeys(isChoosing: boolean): void {
  useEffect(() => {
    if (!isChoosing) return undefined;
    const press = (event: KeyboardEvent): void => {
      // Dialogs and fields handle these keys themselves.
      if (event.isComposing || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') endChoosing();
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        if ($batch.get() === null) chooseAll();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isChoosing]);
}

import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { filterAddress } from '#domains/item/item-filter.ts';
import type { ItemList } from '#domains/item/item-list.ts';
import { nextPage } from '#domains/item/item-list.ts';
import type { Loading } from '#stores/items.ts';
import { loadMore } from '#stores/items-loading.ts';

interface Props {
  list: ItemList;
  filter: ItemFilter;
  loading: Loading;
  isStopped: boolean;
}

/** Infinite scrolling; without scripts a link to the next page. */
export function LoadMore({ list, filter, loading, isStopped }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const isMore = nextPage(list, filter) !== null;
  useEffect(() => {
    if (!end.current || !isMore || isStopped || loading !== null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several where the end came into view before the first was told.
        if (entries.at(-1)?.isIntersecting) void loadMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, isStopped, loading]);

  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    void loadMore();
  };
  return (
    <div className="load-more" ref={end}>
      {isMore && (
        <a className="button quiet" href={filterAddress(filter, list.page + 1)} onClick={follow}>
          {loading === 'more' ? '読み込んでいます…' : 'もっと見る'}
        </a>
      )}
    </div>
  );
}

import type { MouseEvent, ReactNode } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { filterAddress } from '#domains/item/item-filter.ts';
import { showFilter } from '#stores/items-loading.ts';

interface Props {
  filter: ItemFilter;
  isCurrent?: boolean;
  className?: string;
  children: ReactNode;
}

/** A real link; scripts update the list in place, so that uploads continue. */
export function FilterLink({ filter, isCurrent = false, className, children }: Props) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    scrollTo({ top: 0 });
    void showFilter(filter);
  };
  return (
    <a
      href={filterAddress(filter)}
      aria-current={isCurrent ? 'page' : undefined}
      className={className}
      onClick={follow}
    >
      {children}
    </a>
  );
}

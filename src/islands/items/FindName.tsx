import type { MouseEvent } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { filterAddress } from '#domains/item/item-filter.ts';

interface Props {
  filter: ItemFilter;
  nextPart: number;
  /** How many names the row leaves out; without it the entry is the row's first. */
  rest?: number;
  onOpen: () => void;
}

/** The way to residents that the row leaves out; without scripts a link to further names. */
export function FindName({ filter, nextPart, rest, onOpen }: Props) {
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

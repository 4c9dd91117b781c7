import type { SubmitEvent } from 'react';
import { useState } from 'react';
import { CAPTION_MAX_LENGTH } from '#domains/item/item-limits.ts';
import type { Item } from '#domains/item/item.ts';
import { lengthOf, tooLongText } from '#page-scripts/lengths.ts';
import { Sheet } from '#islands/Sheet.tsx';

interface Props {
  items: readonly Item[];
  onChoose: (caption: string) => void;
  onClose: () => void;
}

/** One caption for many photos; begins with the one they share. */
export function CaptionDialog({ items, onChoose, onClose }: Props) {
  const captions = new Set(items.map(({ caption }) => caption));
  const [shared = ''] = captions.size === 1 ? captions : [];
  const [caption, setCaption] = useState(shared);
  const isTooLong = lengthOf(caption) > CAPTION_MAX_LENGTH;
  const replaced = items.filter((item) => item.caption !== '' && item.caption !== caption).length;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isTooLong) onChoose(caption);
  };
  return (
    <Sheet title={`${items.length}枚のひとこと`} onClose={onClose}>
      <form className="date-form spaced" onSubmit={submit}>
        <label>
          みんな同じひとことにする
          <textarea
            className="control"
            value={caption}
            placeholder="例：お庭のコスモスの前で"
            aria-invalid={isTooLong || undefined}
            onChange={(event) => setCaption(event.target.value)}
          />
        </label>
        <p role="status" className={isTooLong ? 'red' : 'soft'}>
          {isTooLong && tooLongText(CAPTION_MAX_LENGTH)}
          {!isTooLong && replaced > 0 && `今${replaced}枚にあるひとことは、これに替わります。`}
        </p>
        <button type="submit" className="button" aria-disabled={isTooLong}>
          {items.length}枚に書く
        </button>
      </form>
    </Sheet>
  );
}

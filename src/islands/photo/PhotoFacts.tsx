import { useStore } from '@nanostores/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { CAPTION_MAX_LENGTH } from '#domains/item/item-limits.ts';
import type { Tile } from '#domains/item/tile.ts';
import { isOfSeveral } from '#domains/item/tile.ts';
import type { Draft } from '#stores/drafts.ts';
import { $drafts, dropDraft, saveDraft, typeDraft } from '#stores/drafts.ts';
import { $today } from '#stores/items.ts';
import { growWithText, lengthOf, tooLongText } from '#page-scripts/lengths.ts';

/** The caption. */
export function PhotoFacts({ item }: { item: Tile }) {
  const draft = useStore($drafts)[item.id];
  return (
    <DraftForm item={item} draft={draft} isShown={draft?.takenOn === undefined}>
      <Caption item={item} draft={draft} />
      <button type="submit" className="button" aria-disabled={!isOpen(draft)}>
        保存する
      </button>
    </DraftForm>
  );
}

/** The day, which is rarely wrong. */
export function PhotoDay({ item }: { item: Tile }) {
  const today = useStore($today);
  const draft = useStore($drafts)[item.id];
  return (
    <DraftForm item={item} draft={draft} isShown={draft?.takenOn !== undefined}>
      <div className="facts-line beside apart">
        <label>
          撮った日
          <input
            className="control"
            type="date"
            value={draft?.takenOn ?? item.takenOn}
            max={today}
            required
            onChange={(event) => typeDraft(item, { takenOn: event.target.value })}
            onKeyDown={keysOf(item, draft)}
            onBlur={saveOnBlur(item)}
          />
        </label>
        <button type="submit" className="button quiet" aria-disabled={!isOpen(draft)}>
          日付を変える
        </button>
      </div>
    </DraftForm>
  );
}

interface FormProps {
  item: Tile;
  draft: Draft | undefined;
  /** The other form may be the one that was typed in. */
  isShown: boolean;
  children: ReactNode;
}

function DraftForm({ item, draft, isShown, children }: FormProps) {
  return (
    <form
      className="photo-facts"
      onSubmit={(event) => {
        event.preventDefault();
        void saveDraft(item);
      }}
    >
      {children}
      <p role="status" className={draft?.state === 'failed' ? 'red' : 'soft'}>
        {isShown && stateText(draft)}
      </p>
    </form>
  );
}

/** For one person's photo: with several people it is asked for whom, which needs a press. */
const saveOnBlur = (item: Tile) => () => {
  if (!isOfSeveral(item)) void saveDraft(item);
};

/** Enter saves; Escape discards the input, and the photo stays open. */
const keysOf =
  (item: Tile, draft: Draft | undefined) =>
  (event: KeyboardEvent): void => {
    // While composing Japanese, Enter and Escape belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void saveDraft(item);
    }
    if (event.key === 'Escape' && isOpen(draft)) {
      event.preventDefault();
      event.stopPropagation();
      dropDraft(item);
    }
  };

function Caption({ item, draft }: { item: Tile; draft: Draft | undefined }) {
  const caption = draft?.caption ?? item.caption;
  const isTooLong = lengthOf(caption) > CAPTION_MAX_LENGTH;
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current) growWithText(area.current);
  }, [caption]);
  return (
    <div>
      <label>
        ひとこと
        <textarea
          className="control"
          ref={area}
          value={caption}
          placeholder="例：お庭のコスモスの前で"
          enterKeyHint="done"
          aria-invalid={isTooLong || undefined}
          aria-describedby={LENGTH_ID}
          onChange={(event) => typeDraft(item, { caption: event.target.value })}
          onKeyDown={keysOf(item, draft)}
          onBlur={saveOnBlur(item)}
        />
      </label>
      <p id={LENGTH_ID} className={isTooLong ? 'red' : 'soft'}>
        {lengthOf(caption)} / {CAPTION_MAX_LENGTH}文字
      </p>
      <p role="status" className="red">
        {isTooLong && tooLongText(CAPTION_MAX_LENGTH)}
      </p>
    </div>
  );
}

const LENGTH_ID = 'caption-length';

const isOpen = (draft: Draft | undefined): boolean =>
  draft?.state === 'typed' || draft?.state === 'failed';

const TEXTS = {
  typed: 'まだ保存していません',
  saving: '保存しています…',
  saved: '保存しました',
};

const stateText = (draft: Draft | undefined): string | null =>
  draft === undefined ? null : draft.state === 'failed' ? draft.msg : TEXTS[draft.state];

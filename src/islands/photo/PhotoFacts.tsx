import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CAPTION_MAX_LENGTH } from '../../features/item/item-limits.ts';
import type { Item } from '../../features/item/item.ts';
import { msgOf } from '../../stores/api-client.ts';
import { changeItem } from '../../stores/item-changes.ts';
import { $today } from '../../stores/items.ts';

type State = { text: string; isError: boolean } | null;

/** Day and caption, as the family will read them, to change. */
export function PhotoFacts({ item }: { item: Item }) {
  const today = useStore($today);
  const [state, setState] = useState<State>(null);
  const save = async (form: FormData): Promise<void> => {
    const { caption, takenOn } = Object.fromEntries(form) as Record<'caption' | 'takenOn', string>;
    try {
      await changeItem(item, { caption, takenOn });
      setState({ text: '保存しました', isError: false });
    } catch (error) {
      setState({ text: msgOf(error), isError: true });
    }
  };
  return (
    <form
      className="photo-facts"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <label>
        ひとこと
        <textarea
          name="caption"
          defaultValue={item.caption}
          maxLength={CAPTION_MAX_LENGTH}
          placeholder="例：お庭のコスモスの前で"
          rows={2}
        />
      </label>
      <div className="facts-line">
        <label>
          撮った日
          <input type="date" name="takenOn" defaultValue={item.takenOn} max={today} required />
        </label>
        <button type="submit" className="button">
          保存する
        </button>
      </div>
      <p role="status" className={state?.isError ? 'reason' : 'soft'}>
        {state?.text}
      </p>
    </form>
  );
}

import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { $isChoosing } from '#stores/choosing.ts';

/** Adding photos, or actions for the selection. */
const BUTTONS = '.choose-bar button:not(:disabled), .dock-action button';

export function SkipToDock() {
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

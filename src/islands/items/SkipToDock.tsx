import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { $isChoosing } from '../../stores/choosing.ts';

/** The buttons of the dock: adding photos, or what can be done with those that are chosen. */
const BUTTONS = '.choose-bar button:not(:disabled), .dock-action button';

/** For the keys: past months, names and photos to the one button of the page. */
export function SkipToDock() {
  const isChoosing = useStore($isChoosing, { ssr: 'initial' });
  const skip = (event: MouseEvent): void => {
    const button = document.querySelector<HTMLElement>(BUTTONS);
    if (!button) return;
    // Without a step in the history, which would load the list again.
    event.preventDefault();
    button.focus();
  };
  return (
    <a className="skip-to-dock visually-hidden" href="#add-photos" onClick={skip}>
      {isChoosing ? '選んだ写真の操作へ移動' : '写真を追加するボタンへ移動'}
    </a>
  );
}

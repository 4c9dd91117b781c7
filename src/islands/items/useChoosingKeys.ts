import { useEffect } from 'react';
import { chooseAll, endChoosing } from '#stores/choosing.ts';
import { $batch } from '#stores/batch.ts';

/** Wherever the focus is: Ctrl+A selects all, Escape ends selection mode. */
export function useChoosingKeys(isChoosing: boolean): void {
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

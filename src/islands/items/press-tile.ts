import { $isChoosing, chooseUpTo, toggleChosen } from '#stores/choosing.ts';
import { openPhoto } from '#stores/open-photo.ts';
import { $batch } from '#stores/batch.ts';

export function pressTile(id: string, isRange: boolean): void {
  if (!$isChoosing.get() && !isRange) openPhoto(id);
  else choose(id, isRange);
}

export const chooseTile = (id: string, { shiftKey }: { shiftKey: boolean }): void =>
  choose(id, shiftKey);

function choose(id: string, isRange: boolean): void {
  // No changes during a bulk action.
  if ($batch.get() !== null) return;
  if (isRange) chooseUpTo(id);
  else toggleChosen(id);
}

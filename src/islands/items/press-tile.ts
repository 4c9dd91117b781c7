import { $isChoosing, chooseUpTo, toggleChosen } from '../../stores/choosing.ts';
import { openPhoto } from '../../stores/open-photo.ts';
import { $batch } from '../../stores/batch.ts';

/** A tap opens a photo, or chooses it; with the shift key it chooses all up to there. */
export function pressTile(id: string, isRange: boolean): void {
  if (!$isChoosing.get() && !isRange) openPhoto(id);
  else choose(id, isRange);
}

/** The check box that shows under the mouse. */
export const chooseTile = (id: string, { shiftKey }: { shiftKey: boolean }): void =>
  choose(id, shiftKey);

function choose(id: string, isRange: boolean): void {
  // What is being worked on must not change under it.
  if ($batch.get() !== null) return;
  if (isRange) chooseUpTo(id);
  else toggleChosen(id);
}

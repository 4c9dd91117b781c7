import { useStore } from '@nanostores/react';
import { PAUSE_TEXTS } from '#domains/photo/pause.ts';
import { safetyText } from '#domains/photo/kept-photo.ts';
import { $unreached } from '#client/reach.ts';
import { $keeping } from '#stores/keeping.ts';
import { $early, $isQueueMissing, loadQueueAgain } from '#stores/photo-queue.ts';

/** Photos that were chosen before the code that sends them was loaded. */
export function EarlyPhotos() {
  const count = useStore($early).reduce((sum, { chosen }) => sum + chosen.length, 0);
  const isMissing = useStore($isQueueMissing);
  const unreached = useStore($unreached);
  const keeping = useStore($keeping);
  const waiting = unreached ? PAUSE_TEXTS[unreached] : `${count}枚を送る準備をしています…`;
  return (
    <div role="status">
      {count > 0 && (
        <div className="dock-strip">
          <p>{isMissing ? missingText(count) : waiting}</p>
          <p className="soft">{safetyText(keeping, count)}</p>
          {isMissing && (
            <button type="button" className="button quiet" onClick={() => void loadQueueAgain()}>
              もう一度試す
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const missingText = (count: number): string =>
  `${count}枚を送る準備ができませんでした。電波のよいところで、もう一度お試しください。`;

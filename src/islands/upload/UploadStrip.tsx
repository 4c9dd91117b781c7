import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { placeOf } from '#domains/item/item-filter.ts';
import type { ResidentShort } from '#domains/people/resident.ts';
import { safetyText } from '#domains/photo/kept-photo.ts';
import { PAUSE_TEXTS } from '#domains/photo/pause.ts';
import { UNKNOWN_TIME, estimate } from '#domains/photo/time-left.ts';
import type { Tally, Upload } from '#domains/photo/upload.ts';
import {
  convertingText,
  doneOf,
  isUnderWay,
  leftBytes,
  overallProgress,
  tallyText,
} from '#domains/photo/upload.ts';
import { sama } from '#lib/honorific.ts';
import { $filter, $residents } from '#stores/items.ts';
import { $pause } from '#client/patience.ts';
import type { PhotoPlace } from '#domains/photo/photo-place.ts';
import { $keeping } from '#stores/keeping.ts';
import { $tally, $unnamed, $uploads, endBatch } from '#stores/uploads.ts';
import { Later, useSoon } from '#islands/Later.tsx';
import { FailedUploads } from './FailedUploads.tsx';
import { SendingUploads } from './UploadRows.tsx';

/** Progress, then one sentence with the result (domain.md#looks). */
export function UploadStrip() {
  const uploads = useStore($uploads);
  const tally = useStore($tally);
  const isUnnamed = useStore($unnamed).length > 0;
  useSoon(loadNameAdded);
  const underWay = uploads.filter(isUnderWay);
  const failed = uploads.filter((upload) => !isUnderWay(upload));
  if (uploads.length === 0 && tallyText(tally) === '') return null;
  return (
    <div className="dock-strip">
      {underWay.length > 0 ? (
        <UnderWay uploads={underWay} tally={tally} />
      ) : (
        <div className="strip-line beside apart gap-0-3">
          <p role="status">{tallyText(tally)}</p>
          {failed.length === 0 && (
            <button type="button" className="text-button" onClick={endBatch}>
              閉じる
            </button>
          )}
        </div>
      )}
      {underWay.length === 0 && isUnnamed && <Later load={loadNameAdded} of={{}} />}
      {failed.length > 0 && <FailedUploads uploads={failed} />}
    </div>
  );
}

const loadNameAdded = () => import('./NameAdded.tsx');

function UnderWay({ uploads, tally }: { uploads: readonly Upload[]; tally: Tally }) {
  const pause = useStore($pause);
  const residents = useStore($residents);
  const { shown } = useStore($filter);
  const timeLeft = useTimeLeft(pause !== null);
  const keeping = useStore($keeping);
  const isResumed = keeping.resumed > 0;
  const [isDetailed, setIsDetailed] = useState(false);
  return (
    <>
      <div className="strip-line beside apart gap-0-3">
        <p role="status">
          {isResumed && `${uploads.length + keeping.joining}枚が途中です。`}
          {pause && PAUSE_TEXTS[pause]}
          {!pause &&
            (isResumed ? '続きを送っています…' : progressText(tally, uploads, residents, shown))}
        </p>
        <button
          type="button"
          className="text-button"
          aria-expanded={isDetailed}
          onClick={() => setIsDetailed(!isDetailed)}
        >
          くわしく
        </button>
      </div>
      <progress
        className="meter"
        aria-label="全体の進み具合"
        max="1"
        value={overallProgress(tally, uploads)}
      />
      <p className="soft" aria-live="polite">
        {timeLeft}
      </p>
      <p className="soft">{convertingText(tally, uploads)}</p>
      <p className="soft">{safetyText(keeping, uploads.length)}</p>
      {isDetailed && <SendingUploads uploads={uploads} />}
    </>
  );
}

/** Names the target only when the page shows another place. */
function progressText(
  tally: Tally,
  underWay: readonly Upload[],
  residents: readonly ResidentShort[],
  shown: string,
): string {
  const places = new Set(underWay.map(({ place: each }) => each));
  const [place] = places.size === 1 ? places : [];
  const isShown = place === undefined || place === placeOf(shown);
  const to = isShown ? '' : `${nameOf(place, residents)}に`;
  return `${to}${tally.total}枚中${doneOf(tally)}枚を追加しています…`;
}

function nameOf(place: PhotoPlace, residents: readonly ResidentShort[]): string {
  if (place === null) return '施設全体';
  if (typeof place !== 'string') return `${place.length}人の方`;
  const name = residents.find(({ id }) => id === place)?.name;
  return name === undefined ? 'この方' : sama(name);
}

const LOOK_MS = 2000;

/** In words that change seldom; null while it is not known. */
function useTimeLeft(isPaused: boolean): string | null {
  const [known, setKnown] = useState(UNKNOWN_TIME);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => {
      const left = leftBytes($uploads.get().filter(isUnderWay));
      setKnown((before) => estimate(before, left, Date.now()));
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      setKnown(UNKNOWN_TIME);
    };
  }, [isPaused]);
  return isPaused ? null : known.words;
}

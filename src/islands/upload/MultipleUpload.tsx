import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { isUnderWay } from '#domains/photo/upload.ts';
import { $isChoosing } from '#stores/choosing.ts';
import { $isUnsaved } from '#stores/drafts.ts';
import { $early, loadQueueWhenIdle } from '#stores/photo-queue.ts';
import { $uploads } from '#stores/uploads.ts';
import { $batch } from '#stores/batch.ts';
import type { StartPlace } from '#islands/place/useRefusal.ts';
import { Later, useSoon } from '#islands/Later.tsx';
import { WorkStrip } from '#islands/choose/WorkStrip.tsx';
import { EarlyPhotos, KeptNotices, SignedOutStrip } from './DockStrips.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { UploadButton } from './UploadButton.tsx';
import { UploadStrip } from './UploadStrip.tsx';
import { useAskBeforeLeaving, useKeepAwake } from './useUnderWay.ts';

const loadChooseBar = () => import('#islands/choose/ChooseBar.tsx');

export function MultipleUpload({ start }: { start: StartPlace }) {
  useEffect(loadQueueWhenIdle, []);
  useSoon(loadChooseBar);
  const dock = useDockHeight();
  const uploads = useStore($uploads);
  const isSending = uploads.some(isUnderWay);
  // Unsent photos would be lost with the page.
  const isLeft = useStore($early).length > 0 || uploads.some(({ state }) => state !== 'refused');
  const isWorking = useStore($batch) !== null;
  const isUnsaved = useStore($isUnsaved);
  const isChoosing = useStore($isChoosing);
  useKeepAwake(isSending);
  useAskBeforeLeaving(isLeft || isWorking || isUnsaved);
  return (
    <section className="dock with-scripts" aria-label="写真の追加" ref={dock}>
      <NoticeBar />
      <SignedOutStrip />
      <KeptNotices />
      <EarlyPhotos />
      <UploadStrip />
      <WorkStrip />
      {isChoosing && <Later load={loadChooseBar} of={{}} />}
      <div hidden={isChoosing}>
        <UploadButton start={start} />
      </div>
    </section>
  );
}

/** Where the style sheet uses the height, which is not inherited. */
const USERS = ':root, main, .grid-keys';

/** Tells the style sheet the dock's height, so that it covers nothing. */
function useDockHeight(): RefObject<HTMLElement | null> {
  const dock = useRef<HTMLElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      for (const { style } of document.querySelectorAll<HTMLElement>(USERS)) {
        style.setProperty('--dock', `${Math.round(height)}px`);
      }
    });
    if (dock.current) observer.observe(dock.current);
    return () => observer.disconnect();
  }, []);
  return dock;
}

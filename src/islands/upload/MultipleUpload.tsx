import { useStore } from '@nanostores/react';
import { UppyContextProvider } from '@uppy/react';
import { useState } from 'react';
import { isUnderWay } from '#features/photo/upload.ts';
import { $isChoosing } from '#stores/choosing.ts';
import { $isUnsaved } from '#stores/drafts.ts';
import { makeUploader } from '#stores/uploader.ts';
import { $uploads } from '#stores/uploads.ts';
import { $batch } from '#stores/batch.ts';
import type { StartPlace } from '#islands/place/useRefusal.ts';
import { ChooseBar } from '#islands/choose/ChooseBar.tsx';
import { WorkStrip } from '#islands/choose/WorkStrip.tsx';
import { KeptNotices } from './KeptNotices.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { SignedOutStrip } from './SignedOutStrip.tsx';
import { UploadButton } from './UploadButton.tsx';
import { UploadStrip } from './UploadStrip.tsx';
import { useDockHeight } from './useDockHeight.ts';
import { useAskBeforeLeaving, useKeepAwake } from './useUnderWay.ts';

export function MultipleUpload({ start }: { start: StartPlace }) {
  const [uploader] = useState(makeUploader);
  const dock = useDockHeight<HTMLElement>();
  const uploads = useStore($uploads);
  const isSending = uploads.some(isUnderWay);
  // Unsent photos would be lost with the page.
  const isLeft = uploads.some(({ state }) => state !== 'refused');
  const isWorking = useStore($batch) !== null;
  const isUnsaved = useStore($isUnsaved);
  const isChoosing = useStore($isChoosing);
  useKeepAwake(isSending);
  useAskBeforeLeaving(isLeft || isWorking || isUnsaved);
  return (
    <UppyContextProvider uppy={uploader.uppy}>
      <section className="dock" aria-label="写真の追加" ref={dock}>
        <NoticeBar />
        <SignedOutStrip />
        <KeptNotices />
        <UploadStrip uploader={uploader} />
        <WorkStrip />
        {isChoosing && <ChooseBar />}
        <div hidden={isChoosing}>
          <UploadButton uploader={uploader} start={start} />
        </div>
      </section>
    </UppyContextProvider>
  );
}

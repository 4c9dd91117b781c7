import { useStore } from '@nanostores/react';
import { UppyContextProvider } from '@uppy/react';
import { useState } from 'react';
import { isUnderWay } from '../../features/photo/upload.ts';
import { $isChoosing } from '../../stores/choosing.ts';
import { $isUnsaved } from '../../stores/drafts.ts';
import { makeUploader } from '../../stores/uploader.ts';
import { $uploads } from '../../stores/uploads.ts';
import { $work } from '../../stores/work.ts';
import type { StartPlace } from '../place/useRefusal.ts';
import { ChooseBar } from '../choose/ChooseBar.tsx';
import { WorkStrip } from '../choose/WorkStrip.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { UploadButton } from './UploadButton.tsx';
import { UploadStrip } from './UploadStrip.tsx';
import { useAskBeforeLeaving, useKeepAwake } from './useUnderWay.ts';

/**
 * The dock at the bottom: what is happening, and the button beneath it that never moves. While
 * photos are being chosen, what can be done with them is where the thumb is.
 */
export function MultipleUpload({ start }: { start: StartPlace }) {
  const [uploader] = useState(makeUploader);
  const isSending = useStore($uploads).some(isUnderWay);
  const isWorking = useStore($work) !== null;
  const isUnsaved = useStore($isUnsaved);
  const isChoosing = useStore($isChoosing);
  useKeepAwake(isSending);
  useAskBeforeLeaving(isSending || isWorking || isUnsaved);
  return (
    <UppyContextProvider uppy={uploader.uppy}>
      <section className="dock" aria-label="写真の追加">
        <NoticeBar />
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

import { useStore } from '@nanostores/react';
import { UppyContextProvider } from '@uppy/react';
import { useState } from 'react';
import { isUnderWay } from '../../features/photo/upload.ts';
import { makeUploader } from '../../stores/uploader.ts';
import { $uploads } from '../../stores/uploads.ts';
import { NoticeBar } from './NoticeBar.tsx';
import { UploadButton } from './UploadButton.tsx';
import { UploadStrip } from './UploadStrip.tsx';
import { useAskBeforeLeaving, useKeepAwake } from './useUnderWay.ts';

/** The dock at the bottom: what is happening, and the button beneath it that never moves. */
export function MultipleUpload({ shown }: { shown: string }) {
  const [uploader] = useState(makeUploader);
  const isBusy = useStore($uploads).some(isUnderWay);
  useKeepAwake(isBusy);
  useAskBeforeLeaving(isBusy);
  return (
    <UppyContextProvider uppy={uploader.uppy}>
      <section className="dock" aria-label="写真の追加">
        <NoticeBar />
        <UploadStrip uploader={uploader} />
        <UploadButton uploader={uploader} startShown={shown} />
      </section>
    </UppyContextProvider>
  );
}

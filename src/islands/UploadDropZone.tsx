import { Suspense, lazy } from 'react';
import type { StartPlace } from './place/useRefusal.ts';
import type { SingleProps } from './upload/SingleUpload.tsx';
import { MultipleUpload } from './upload/MultipleUpload.tsx';
import './upload/upload.css';

/** Not loaded with the photo page. */
const SingleUpload = lazy(() => import('./upload/SingleUpload.tsx'));

type Props = { mode?: 'multiple'; start: StartPlace } | ({ mode: 'single' } & SingleProps);

/** `multiple` adds letter photos; `single` emits one file's blob (domain.md#the-photo-page). */
export default function UploadDropZone(props: Props) {
  if (props.mode !== 'single') return <MultipleUpload start={props.start} />;
  return (
    <Suspense>
      <SingleUpload {...props} />
    </Suspense>
  );
}

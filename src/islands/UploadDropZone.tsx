import type { StartPlace } from './place/useRefusal.ts';
import type { SingleProps } from './upload/SingleUpload.tsx';
import { SingleUpload } from './upload/SingleUpload.tsx';
import { MultipleUpload } from './upload/MultipleUpload.tsx';
import './upload/upload.css';

type Props = { mode?: 'multiple'; start: StartPlace } | ({ mode: 'single' } & SingleProps);

/** `multiple` adds letter photos; `single` emits one file's blob (domain.md#the-photo-page). */
export default function UploadDropZone(props: Props) {
  return props.mode === 'single' ? <SingleUpload {...props} /> : <MultipleUpload {...props} />;
}

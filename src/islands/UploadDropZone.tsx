import type { SingleProps } from './upload/SingleUpload.tsx';
import { SingleUpload } from './upload/SingleUpload.tsx';
import { MultipleUpload } from './upload/MultipleUpload.tsx';
import './upload/upload.css';

type Props =
  | { mode?: 'multiple'; /** Whose photos the page shows, see `item-filter.ts`. */ shown: string }
  | ({ mode: 'single' } & SingleProps);

/**
 * Photos onto the server (spec 2 "Upload texts", 4 and 5). `multiple` sends photos for letters;
 * `single` sends one file and emits its blob.
 */
export default function UploadDropZone(props: Props) {
  return props.mode === 'single' ? <SingleUpload {...props} /> : <MultipleUpload {...props} />;
}

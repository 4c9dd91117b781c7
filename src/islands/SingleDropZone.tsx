import type { SingleProps } from './upload/SingleUpload.tsx';
import { SingleUpload } from './upload/SingleUpload.tsx';
import './upload/upload.css';

/** Emits one file's blob. Apart from the photo page's, so that neither loads the other. */
export default function SingleDropZone(props: SingleProps) {
  return <SingleUpload {...props} />;
}

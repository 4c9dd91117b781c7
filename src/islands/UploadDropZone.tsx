import type { StartPlace } from './place/useRefusal.ts';
import { MultipleUpload } from './upload/MultipleUpload.tsx';
import './upload/upload.css';

/** Adds letter photos (domain.md#the-photo-page). */
export default function UploadDropZone({ start }: { start: StartPlace }) {
  return <MultipleUpload start={start} />;
}

import { useStore } from '@nanostores/react';
import { UppyContextProvider, useDropzone } from '@uppy/react';
import { useCallback, useRef, useState } from 'react';
import { PAUSE_TEXTS } from '#domains/photo/pause.ts';
import type { DirectUpload } from '#domains/photo/photo.ts';
import { BREAK } from '#lib/break.ts';
import { $pause } from '#client/patience.ts';
import { makeUppy } from '#stores/uppy.ts';
import { PhotoInput } from './PhotoInput.tsx';
import type { SinglePhoto } from './useSinglePhoto.ts';
import { useWaitingForm, useSinglePhoto } from './useSinglePhoto.ts';
import { useAskBeforeLeaving } from './useUnderWay.ts';
import './single.css';

export interface SingleProps {
  /** The form field for the blob's signed id. */
  name?: string;
  label?: string;
  src?: string | null;
  /** A blob uploaded before the form was returned. */
  sent?: string;
}

/** Uploads one file at once; emits the blob as an event and as the field's value. */
export default function SingleUpload(props: SingleProps) {
  const [uppy] = useState(makeUppy);
  return (
    <UppyContextProvider uppy={uppy}>
      <SingleZone uppy={uppy} {...props} />
    </UppyContextProvider>
  );
}

const NO_CLICK = { noClick: true };

function SingleZone({
  uppy,
  name,
  label = '選んだ写真',
  src = null,
  sent = '',
}: SingleProps & { uppy: ReturnType<typeof makeUppy> }) {
  const { getRootProps, getInputProps } = useDropzone(NO_CLICK);
  const zone = useRef<HTMLDivElement>(null);
  const emit = useCallback((blob: DirectUpload, file: File): void => {
    const detail = { blob, file };
    zone.current?.dispatchEvent(new CustomEvent('blob', { bubbles: true, detail }));
  }, []);
  const input = useRef<HTMLInputElement>(null);
  const [photo, change] = useSinglePhoto(uppy, sent, emit);
  useAskBeforeLeaving(photo.percent !== null);
  useWaitingForm(zone, photo, () => change({ isWaiting: true }));
  const shown = photo.preview ?? src;
  return (
    <div className="single-zone beside" ref={zone} {...getRootProps()}>
      <PhotoInput {...getInputProps()} ref={input} multiple={false} aria-label={label} />
      {name !== undefined && <input type="hidden" name={name} value={photo.id} />}
      {shown && <img src={shown} alt={label} width="120" height="120" />}
      <div className="single-words with-scripts">
        <button type="button" className="button quiet" onClick={() => input.current?.click()}>
          {shown || photo.id ? `写真を${BREAK}変更する` : `写真を${BREAK}選ぶ`}
        </button>
        <p className="drop-hint soft">ここを押して選ぶか、写真をここへ移してください</p>
        <Progress {...photo} />
      </div>
    </div>
  );
}

function Progress({ percent, error, id, isConverting, isWaiting }: SinglePhoto) {
  const pause = useStore($pause);
  return (
    <>
      {percent !== null && (
        <progress className="meter" aria-label="写真を送っています" max="100" value={percent} />
      )}
      <p role="status">
        {percent !== null && pause !== null && `${PAUSE_TEXTS[pause]}。`}
        {isConverting && pause === null && 'HEICの写真をJPEGに変えています…'}
        {percent !== null && pause === null && isWaiting && '送り終えたら、保存します。'}
        {percent === null &&
          id !== '' &&
          !isWaiting &&
          '写真を受け取りました。保存すると変わります。'}
      </p>
      {error && (
        <p role="alert" className="red bold">
          {error}
        </p>
      )}
    </>
  );
}

import { UppyContextProvider, useDropzone } from '@uppy/react';
import { useEffect, useRef, useState } from 'react';
import { ACCEPTED_TYPES } from '../../features/photo/photo-limits.ts';
import type { DirectUpload } from '../../features/photo/photo.ts';
import { msgOf } from '../../stores/api-client.ts';
import { sendBlob } from '../../stores/direct-upload.ts';
import type { PhotoFile } from '../../stores/uppy.ts';
import { makeUppy, refusalOfFile } from '../../stores/uppy.ts';
import { useAskBeforeLeaving } from './useUnderWay.ts';

export interface SingleProps {
  /** Name of the form field that takes the blob's signed id. */
  name?: string;
  /** The picture there is already. */
  src?: string | null;
  onBlob?: (blob: DirectUpload, file: File) => void;
}

/**
 * Picks one file and sends it at once. The blob is emitted with the file: to `onBlob`, as the
 * event `blob` of the zone, and as the value of the form field.
 */
export function SingleUpload(props: SingleProps) {
  const [uppy] = useState(makeUppy);
  return (
    <UppyContextProvider uppy={uppy}>
      <SingleZone uppy={uppy} {...props} />
    </UppyContextProvider>
  );
}

const NO_CLICK = { noClick: true };
type State = { percent: number | null; error: string | null; preview: string | null; id: string };
const NOTHING: State = { percent: null, error: null, preview: null, id: '' };

function SingleZone({
  uppy,
  name,
  src = null,
  onBlob,
}: SingleProps & { uppy: ReturnType<typeof makeUppy> }) {
  const { getRootProps, getInputProps } = useDropzone(NO_CLICK);
  const [state, setState] = useState(NOTHING);
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useAskBeforeLeaving(state.percent !== null);

  useEffect(() => {
    const change = (next: Partial<State>): void => setState((old) => ({ ...old, ...next }));
    const refuse = (file: PhotoFile | undefined): void => {
      if (file) change({ error: refusalOfFile(file) });
    };
    const progress = (
      _file: PhotoFile | undefined,
      sent: { bytesUploaded: number; bytesTotal: number | null },
    ): void => {
      if (sent.bytesTotal)
        change({ percent: Math.round((sent.bytesUploaded / sent.bytesTotal) * 100) });
    };
    const take = async (files: PhotoFile[]): Promise<void> => {
      const file = files.at(-1);
      if (!file) return;
      uppy.removeFiles(
        uppy
          .getFiles()
          .map(({ id }) => id)
          .filter((id) => id !== file.id),
      );
      const data = file.data as File;
      change({ percent: 0, error: null, preview: URL.createObjectURL(data) });
      try {
        const blob = await sendBlob(uppy, file);
        change({ percent: null, id: blob.signed_id });
        onBlob?.(blob, data);
        zone.current?.dispatchEvent(
          new CustomEvent('blob', { bubbles: true, detail: { blob, file: data } }),
        );
      } catch (error) {
        change({ percent: null, error: msgOf(error) });
      }
    };
    const added = (files: PhotoFile[]): void => void take(files);
    uppy.on('restriction-failed', refuse).on('upload-progress', progress).on('files-added', added);
    return () => {
      uppy
        .off('restriction-failed', refuse)
        .off('upload-progress', progress)
        .off('files-added', added);
    };
  }, [uppy, onBlob]);

  const shown = state.preview ?? src;
  return (
    <div className="single-zone" ref={zone} {...getRootProps()}>
      <input
        {...getInputProps()}
        ref={input}
        accept={ACCEPTED_TYPES.join(',')}
        multiple={false}
        hidden
      />
      {name !== undefined && <input type="hidden" name={name} value={state.id} />}
      {shown && <img src={shown} alt="選んだ写真" width="120" height="120" />}
      <p className="drop-hint">クリックして写真を選ぶか、ここに写真をドロップしてください</p>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {shown ? '写真を変更する' : '写真を選ぶ'}
      </button>
      {state.percent !== null && (
        <progress aria-label="写真を送っています" max="100" value={state.percent} />
      )}
      {state.error && (
        <p role="alert" className="reason">
          {state.error}
        </p>
      )}
    </div>
  );
}

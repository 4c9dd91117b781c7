import type Uppy from '@uppy/core';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { DirectUpload } from '#features/photo/photo.ts';
import { msgOf } from '#client/api-client.ts';
import { sendBlob } from '#client/direct-upload.ts';
import type { PhotoFile } from '#stores/uppy.ts';
import { refusalOfFile } from '#stores/uppy.ts';

export interface SinglePhoto {
  /** null when idle. */
  percent: number | null;
  error: string | null;
  preview: string | null;
  /** The blob's signed id, once uploaded. */
  id: string;
  /** The form was submitted early and will be sent after the upload. */
  isHeld: boolean;
}

type OnBlob = (blob: DirectUpload, file: File) => void;

export function useSinglePhoto(
  uppy: Uppy,
  sent: string,
  onBlob: OnBlob,
): [SinglePhoto, (change: Partial<SinglePhoto>) => void] {
  const [photo, setPhoto] = useState<SinglePhoto>({ ...NOTHING, id: sent });
  useEffect(() => {
    const change = (next: Partial<SinglePhoto>): void => setPhoto((old) => ({ ...old, ...next }));
    return listen(uppy, change, onBlob);
  }, [uppy, onBlob]);
  return [photo, (next) => setPhoto((old) => ({ ...old, ...next }))];
}

const NOTHING: SinglePhoto = { percent: null, error: null, preview: null, id: '', isHeld: false };

function listen(
  uppy: Uppy,
  change: (next: Partial<SinglePhoto>) => void,
  onBlob: OnBlob,
): () => void {
  let current: PhotoFile | undefined;
  let preview: string | null = null;
  const show = (data: File | null): string | null => {
    if (preview) URL.revokeObjectURL(preview);
    preview = data && URL.createObjectURL(data);
    return preview;
  };
  const take = async (file: PhotoFile): Promise<void> => {
    // An earlier file may still be uploading; its result is ignored.
    const isLast = (): boolean => current?.id === file.id;
    const data = file.data as File;
    change({ percent: 0, error: null, preview: show(data), id: '' });
    try {
      const blob = await sendBlob(uppy, file);
      if (!isLast()) return;
      change({ percent: null, id: blob.signed_id });
      onBlob(blob, data);
    } catch (error) {
      if (isLast())
        change({ percent: null, error: msgOf(error), preview: show(null), isHeld: false });
    }
  };
  const added = (files: PhotoFile[]): void => {
    const before = current;
    current = files.at(-1);
    if (!current) return;
    void take(current);
    if (before && uppy.getState().files[before.id]) uppy.removeFile(before.id);
  };
  const refuse = (file: PhotoFile | undefined): void => {
    if (file) change({ error: refusalOfFile(file) });
  };
  const progress = (
    file: PhotoFile | undefined,
    { bytesUploaded, bytesTotal }: { bytesUploaded: number; bytesTotal: number | null },
  ): void => {
    if (file?.id !== current?.id || !bytesTotal) return;
    change({ percent: Math.round((bytesUploaded / bytesTotal) * 100) });
  };
  uppy.on('restriction-failed', refuse).on('upload-progress', progress).on('files-added', added);
  return () => {
    uppy
      .off('restriction-failed', refuse)
      .off('upload-progress', progress)
      .off('files-added', added);
  };
}

/** Delays a form submitted during the upload, which would lack the photo. */
export function useHeldForm(
  zone: RefObject<HTMLElement | null>,
  { percent, id, isHeld }: SinglePhoto,
  hold: () => void,
): void {
  const isSending = percent !== null;
  useEffect(() => {
    const form = zone.current?.closest('form');
    if (!form || !isSending) return undefined;
    const wait = (event: SubmitEvent): void => {
      event.preventDefault();
      hold();
    };
    form.addEventListener('submit', wait);
    return () => form.removeEventListener('submit', wait);
  });
  useEffect(() => {
    if (isHeld && !isSending && id) zone.current?.closest('form')?.requestSubmit();
  }, [zone, isHeld, isSending, id]);
}

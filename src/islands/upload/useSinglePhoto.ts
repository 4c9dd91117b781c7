import type Uppy from '@uppy/core';
import type { RefObject } from 'react';
import { useCallback, useEffect, useState } from 'react';
import type { DirectUpload } from '#domains/photo/photo.ts';
import { msgOf } from '#client/api-client.ts';
import { sendBlob } from '#client/direct-upload.ts';
import { isHeic, jpegOf } from '#client/heic.ts';
import { sendForm } from '#client/send-form.ts';
import type { PhotoFile } from '#stores/uppy.ts';
import { refusalOfFile } from '#stores/uppy.ts';

export interface SinglePhoto {
  /** null when idle. */
  percent: number | null;
  error: string | null;
  preview: string | null;
  /** The blob's signed id, once uploaded. */
  id: string;
  /** A HEIC becomes a JPEG. */
  isConverting: boolean;
  /** The form was submitted early and will be sent after the upload. */
  isWaiting: boolean;
}

type OnBlob = (blob: DirectUpload, file: File) => void;

/** Sends the file that was picked last, and tells how far it is. */
export function useSinglePhoto(uppy: Uppy, sent: string, onBlob: OnBlob): [SinglePhoto, Change] {
  const [photo, setPhoto] = useState<SinglePhoto>({ ...NOTHING, id: sent });
  const change = useCallback<Change>((next) => setPhoto((old) => ({ ...old, ...next })), []);
  useEffect(() => listen(uppy, change, onBlob), [uppy, change, onBlob]);
  return [photo, change];
}

const NOTHING: SinglePhoto = {
  percent: null,
  error: null,
  preview: null,
  id: '',
  isConverting: false,
  isWaiting: false,
};

type Change = (next: Partial<SinglePhoto>) => void;

function listen(uppy: Uppy, change: Change, onBlob: OnBlob): () => void {
  let current: PhotoFile | undefined;
  const preview = makePreview();
  const added = (files: PhotoFile[]): void => {
    const before = current;
    const file = files.at(-1);
    current = file;
    if (!file) return;
    // One that was picked before may still be under way; what becomes of it counts no more.
    const isLast = (): boolean => current?.id === file.id;
    void send(uppy, file, { isLast, preview, change, onBlob });
    if (before && uppy.getState().files[before.id]) uppy.removeFile(before.id);
  };
  const refuse = (file: PhotoFile | undefined): void => {
    if (file) change({ error: refusalOfFile(file) });
  };
  const progress = (file: PhotoFile | undefined, { bytesUploaded, bytesTotal }: Bytes): void => {
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

interface Bytes {
  bytesUploaded: number;
  bytesTotal: number | null;
}

/** Shows one picture from the device's memory at a time. */
function makePreview(): (data: Blob | null) => string | null {
  let url: string | null = null;
  return (data) => {
    if (url) URL.revokeObjectURL(url);
    url = data && URL.createObjectURL(data);
    return url;
  };
}

interface Sending {
  isLast: () => boolean;
  preview: ReturnType<typeof makePreview>;
  change: Change;
  onBlob: OnBlob;
}

async function send(
  uppy: Uppy,
  file: PhotoFile,
  { isLast, preview, change, onBlob }: Sending,
): Promise<void> {
  const original = file.data as File;
  change({ percent: 0, error: null, id: '' });
  try {
    const isConverting = await isHeic(original, file.type);
    if (isConverting && isLast()) change({ isConverting });
    const data = isConverting ? await jpegOf(original, isLast) : original;
    if (!isLast()) return;
    change({ preview: preview(data), isConverting: false });
    if (data !== original) uppy.setFileState(file.id, { data, size: data.size, type: data.type });
    const blob = await sendBlob(uppy, uppy.getFile(file.id));
    if (!isLast()) return;
    change({ percent: null, id: blob.signed_id });
    onBlob(blob, original);
  } catch (error) {
    if (isLast()) change({ ...NOTHING, error: msgOf(error), preview: preview(null) });
  }
}

/**
 * Pressed while the photo is still on its way, the form would be sent without it: it waits, and
 * goes by itself.
 */
export function useWaitingForm(
  zone: RefObject<HTMLElement | null>,
  { percent, id, isWaiting }: SinglePhoto,
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
    const form = zone.current?.closest('form');
    if (form && isWaiting && !isSending && id) sendForm(form);
  }, [zone, isWaiting, isSending, id]);
}

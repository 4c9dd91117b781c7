import type Uppy from '@uppy/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UNREADABLE } from '#domains/photo/upload.ts';
import { paths } from '#lib/paths.ts';
import type { PhotoFile } from '#stores/uppy.ts';
import { ApiError } from './api-client.ts';
import { isUnreadable, sendBlob } from './direct-upload.ts';

const SLOT = { signed_id: 'blob', direct_upload: { url: '/put', headers: {} } };

/** A file on disk: what was chosen, and what is there now. */
class Disk {
  now: Uint8Array | null = new Uint8Array([1, 2, 3, 4]);
  readonly file: File;

  constructor() {
    const read = (from = 0, to = 4): Promise<ArrayBuffer> =>
      this.now
        ? Promise.resolve(new Uint8Array(this.now.subarray(from, to)).buffer)
        : Promise.reject(new DOMException('gone', 'NotFoundError'));
    this.file = {
      ...{ name: 'IMG_1.jpg', type: 'image/jpeg', size: 4 },
      slice: (from: number, to: number) => ({ arrayBuffer: () => read(from, to) }),
      stream: () =>
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new Uint8Array(await read()));
            controller.close();
          },
        }),
    } as unknown as File;
  }
}

let disk: Disk;
/** What happens to the slot and to the bytes; undefined: all goes well. */
let onSlot: () => Response | undefined;
let onPut: () => unknown;
const asked = vi.fn();

const line = (): never => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers();
  disk = new Disk();
  onSlot = () => undefined;
  onPut = () => undefined;
  asked.mockReset();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === paths.health) return Promise.resolve(new Response());
    asked(path);
    return Promise.resolve().then(() => onSlot() ?? Response.json(SLOT, { status: 201 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function send() {
  const file = { id: '1', name: 'IMG_1.jpg', type: 'image/jpeg', data: disk.file } as PhotoFile;
  const listeners = new Set<(file: PhotoFile, error: unknown) => void>();
  const uppy = {
    getState: () => ({ files: { 1: file } }),
    setFileState: () => undefined,
    on: (_name: string, run: () => void) => listeners.add(run),
    off: (_name: string, run: () => void) => listeners.delete(run),
    retryUpload: () => {
      const failure = onPut();
      if (failure !== undefined) for (const tell of listeners) tell(file, failure);
      return Promise.resolve();
    },
  } as unknown as Uppy;
  return sendBlob(uppy, file);
}

/** All of the browser's errors of a broken-off request look alike. */
const BROKEN_OFF = new Error('network error');
const truncated = (): void => void (disk.now = new Uint8Array([1, 2]));
const deleted = (): void => void (disk.now = null);
const edited = (): void => void (disk.now = new Uint8Array([1, 2, 3, 5]));
const middle = (): void => void (disk.now = new Uint8Array([1, 9, 9, 4]));

test.each([
  ['deleted', deleted],
  ['cut', truncated],
])('a file that is %s before it is read is refused before anything is asked for', async (_, go) => {
  go();
  const error: unknown = await send().catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status: 422, msg: UNREADABLE, isOfInput: true });
  expect(isUnreadable(error)).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ['deleted', deleted],
  ['cut', truncated],
])('one that is %s while there is no line is not waited for', async (_, go) => {
  onSlot = () => {
    go();
    return line();
  };
  await expect(send()).rejects.toMatchObject({ msg: UNREADABLE });
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ['deleted', deleted, BROKEN_OFF],
  ['cut', truncated, BROKEN_OFF],
  ['edited', edited, BROKEN_OFF],
  ['edited, as the server notices,', edited, new ApiError(422, 'checksum')],
  ['edited in the middle', middle, new ApiError(400, 'too short')],
])('one that is %s while it is sent is not sent again', async (_name, go, failure) => {
  onPut = () => {
    go();
    return failure;
  };
  await expect(send()).rejects.toMatchObject({ msg: UNREADABLE });
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ['a broken connection', BROKEN_OFF],
  ['bytes lost on the way', new ApiError(422, 'checksum')],
])('%s is repeated while the file is as it was', async (_name, failure) => {
  let left = 2;
  onPut = () => (left-- > 0 ? failure : undefined);
  const sent = send();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sent).toEqual(SLOT);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("the server's refusal of a good file stays what it is", async () => {
  onSlot = () => Response.json({ msg: '壊れています。', errors: { blob: [] } }, { status: 422 });
  await expect(send()).rejects.toMatchObject({ status: 422, msg: '壊れています。' });
});

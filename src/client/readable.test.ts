import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { checksumOf } from './checksum.ts';
import { isReadable } from './readable.ts';

const BYTES = new Uint8Array(300_000).map((_, at) => at % 251);
const chosen = (bytes: BlobPart = BYTES): Blob => new Blob([bytes]);

/** A file of which the browser knows its former size, as of those behind a picker. */
function after(change: () => Promise<ArrayBuffer>): Blob {
  const part = { arrayBuffer: change, size: 1 } as unknown as Blob;
  const stream = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(await change()));
        controller.close();
      },
    });
  return Object.assign(chosen(), { slice: () => part, stream });
}

const failing = (name: string) => (): Promise<never> =>
  Promise.reject(new DOMException('The file could not be read', name));

test.each([
  'NotReadableError',
  'NotFoundError',
  'AbortError',
  'SecurityError',
  'UnknownError',
  'InvalidStateError',
])('a file that answers %s cannot be read', async (name) => {
  const file = after(failing(name));
  expect(await isReadable(file)).toBe(false);
  await expect(checksumOf(file)).rejects.toThrow();
});

test('nor one that has become shorter, even if reading it ends without an error', async () => {
  const file = after(() => Promise.resolve(new ArrayBuffer(0)));
  expect(await isReadable(file)).toBe(false);
  await expect(checksumOf(file)).rejects.toThrow();
});

test('nor one that has gone and is of no size since', async () => {
  expect(await isReadable(chosen(new Uint8Array()))).toBe(false);
  await expect(checksumOf(chosen(new Uint8Array()))).rejects.toThrow();
});

test('one that is there can, whatever its size', async () => {
  for (const bytes of [BYTES, BYTES.subarray(0, 2), BYTES.subarray(0, 1)]) {
    expect(await isReadable(chosen(bytes))).toBe(true);
    expect(await checksumOf(chosen(bytes))).toMatch(/^[\w+/]{22}==$/);
  }
});

describe('a file that never answers', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('counts as gone after half a minute', async () => {
    const file = after(() => new Promise(() => undefined));
    const ends = Promise.allSettled([isReadable(file), checksumOf(file)]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await ends).toEqual([
      { status: 'fulfilled', value: false },
      { status: 'rejected', reason: expect.any(Error) as Error },
    ]);
  });
});

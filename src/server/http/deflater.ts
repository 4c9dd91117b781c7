import { constants, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { outsideRequests } from '#server/request-context.ts';

export type Deflate = (bytes: Buffer) => Buffer;

interface Options {
  level: number;
  memLevel: number;
  dictionary: Buffer;
}

/** Of a compression stream of Node. */
interface Inner {
  _handle?: {
    reset(): void;
    writeSync(flush: number, ...inAndOut: (Buffer | number)[]): void;
  };
  /** Room and bytes that are left. */
  _writeState?: Uint32Array;
}

/** Reused; whatever does not fit is left to Node. */
const room = Buffer.allocUnsafeSlow(64 * 1024);
/** Of the stream's own buffer, which is not used. */
const LEAST_CHUNK = 64;

/**
 * `deflateRawSync` for many texts with the same options, in a Node that we know; its stream is
 * reset instead of made for each text: a sixteenth of a letter's instructions, and four of ten full
 * collections (performance.md#one-stream-nothing-tenured-early). Valid until the next call.
 */
export function makeDeflater(options: Options): Deflate {
  const stream = outsideRequests(() => createDeflateRaw({ ...options, chunkSize: LEAST_CHUNK }));
  const { _handle: handle, _writeState: left } = stream as unknown as Inner;
  const byNode: Deflate = (bytes) => deflateRawSync(bytes, options);
  if (!left || typeof handle?.writeSync !== 'function') return byNode;
  return (bytes) => {
    if (stream.destroyed) return byNode(bytes);
    left.fill(0);
    handle.reset();
    handle.writeSync(constants.Z_FINISH, bytes, 0, bytes.length, room, 0, room.length);
    const [roomLeft = 0, bytesLeft] = left;
    const isWhole = roomLeft > 0 && bytesLeft === 0;
    return isWhole ? room.subarray(0, room.length - roomLeft) : byNode(bytes);
  };
}

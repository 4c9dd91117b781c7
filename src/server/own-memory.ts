/**
 * A copy in memory of its own, for what is kept: a small Buffer is mostly a part of 64 KB that live
 * as long as it does, so that a cache of bounded bytes would hold many times as many.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

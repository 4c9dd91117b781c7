/**
 * Copies bytes out of Node's pool: a small Buffer is usually a slice of 64 KB that stays alive with
 * it, so a cache would use many times its limit.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

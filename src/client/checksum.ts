import { md5 } from '@noble/hashes/legacy.js';

/**
 * Base64 MD5 of a file, as the direct upload announces it. Read piece by piece, so that a large
 * photo neither fills the memory nor holds up the page.
 * @throws DOMException when the device no longer gives the file out.
 */
export async function checksumOf(file: Blob): Promise<string> {
  const hash = md5.create();
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value);
  }
  return btoa(String.fromCharCode(...hash.digest()));
}

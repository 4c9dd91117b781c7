import { md5 } from '@noble/hashes/legacy.js';

/**
 * Base64 MD5, in chunks: a large photo must neither fill memory nor block the page.
 * @throws DOMException if the device no longer gives access to the file
 */
export async function checksumOf(file: Blob): Promise<string> {
  const hash = md5.create();
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value);
  }
  return btoa(String.fromCharCode(...hash.digest()));
}

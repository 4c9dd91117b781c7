import { md5 } from '@noble/hashes/legacy.js';

/** Base64 MD5, in chunks to save memory. @throws DOMException if the file has become unreadable */
export async function checksumOf(file: Blob): Promise<string> {
  const hash = md5.create();
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value);
  }
  return btoa(String.fromCharCode(...hash.digest()));
}

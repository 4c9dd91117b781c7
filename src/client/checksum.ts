import { md5 } from '@noble/hashes/legacy.js';
import { inTime } from './readable.ts';

/** Base64 MD5, in chunks to save memory. @throws Error if the file has changed or cannot be read */
export async function checksumOf(file: Blob): Promise<string> {
  const hash = md5.create();
  const reader = file.stream().getReader();
  let length = 0;
  for (let read = await inTime(reader.read()); !read.done; read = await inTime(reader.read())) {
    hash.update(read.value);
    length += read.value.length;
  }
  if (length === 0 || length !== file.size) throw new Error('not the file that was chosen');
  return btoa(String.fromCharCode(...hash.digest()));
}

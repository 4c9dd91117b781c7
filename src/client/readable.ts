/** A file of a cloud, or on a card that was taken out, may never answer. */
const SILENT_MS = 30_000;

/** @throws Error where it takes too long */
export async function inTime<T>(reading: Promise<T>, ms = SILENT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

/**
 * Whether a file that was chosen is still there: a file that has gone or changed breaks a request
 * off exactly as a lost connection does. Browsers refuse to read one that was written to; one that
 * became shorter has no last byte, and one that has gone may be of no size. (An empty one is refused
 * when it is chosen.)
 */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    const last = Math.max(0, file.size - 1);
    const ends = [file.slice(0, 1), file.slice(last, file.size)];
    const read = await inTime(Promise.all(ends.map((end) => end.arrayBuffer())));
    return read.every(({ byteLength }) => byteLength === 1);
  } catch {
    return false; // NotReadableError, NotFoundError, SecurityError, AbortError…
  }
}

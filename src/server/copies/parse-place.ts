import { parseBucketAddress } from '#server/s3/parse-bucket-address.ts';

export interface PlaceAddress {
  kind: 'file' | 'sftp' | 's3';
  /** As set: without credentials, which no address holds. */
  text: string;
  url: URL;
}

/** `file:///folder`, `sftp://user@host:port/folder` or `s3://bucket/prefix`. @returns null for all else */
export function parsePlace(text: string): PlaceAddress | null {
  const url = URL.parse(text);
  if (!url || url.search || url.hash || url.password) return null;
  if (url.protocol === 'file:') {
    const isFolder = url.host === '' && url.pathname.length > 1;
    return isFolder ? { kind: 'file', text, url } : null;
  }
  if (url.protocol === 'sftp:') {
    const isWhole = url.username !== '' && url.hostname !== '' && url.pathname.length > 1;
    return isWhole ? { kind: 'sftp', text, url } : null;
  }
  return parseBucketAddress(text) ? { kind: 's3', text, url } : null;
}

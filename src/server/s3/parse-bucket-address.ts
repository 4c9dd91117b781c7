const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;

/** Where in an S3-compatible store. */
export interface BucketAddress {
  bucket: string;
  /** Before every key: empty, or ends in a slash. */
  prefix: string;
}

/** Reads `s3://bucket` or `s3://bucket/prefix`. @returns null for anything else */
export function parseBucketAddress(text: string): BucketAddress | null {
  const [, bucket, path = ''] = ADDRESS.exec(text) ?? [];
  if (bucket === undefined || /\/\.{1,2}(\/|$)/.test(path)) return null;
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

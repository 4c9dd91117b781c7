import type { TestProject } from 'vitest/node';
import { isOnS3 } from './stored-files.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from './ceph.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The settings of a real S3 server; empty where tests run on folders. */
    s3: Record<string, string>;
  }
}

/** Of all tests that run on it; each has a prefix of its own. */
export const BUCKET = 'photos';

/** Starts one server for a run that `npm run test:s3` has begun. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('s3', {});
  if (!isOnS3) return () => Promise.resolve();
  if (!hasCeph()) throw new Error(CEPH_MISSING);
  const ceph = await startCeph();
  await makeBucket(ceph, BUCKET);
  project.provide('s3', ceph.env);
  return ceph.stop;
}

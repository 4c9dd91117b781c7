/**
 * The tests of photos on a real S3 server instead of the data folder, as services and on the built
 * server: `npm run test:s3`, also with names of test files of one kind. Those that look into the
 * folder itself are left out.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CEPH_MISSING, hasCeph } from '../support/ceph.ts';

const OF_PHOTOS =
  /^(archive|archive-files|create-item|deleted-items|facility-archive|held|hostile-pictures|item|largest-size|photo-jobs|photo-jobs-turns|photo-jobs-twice|reduced-photo|remove-facility|resident-portrait|resident-removal|same-picture|several-places|shared-photo|turn|upload|upload-quotas)\.test\.ts$/;
const FOLDER = 'tests/integration';
/** Of a built server whose database is a file: all answers, P9, P12, P13, P16, P23. */
const ACCESS = [
  ...['matrix', 'letters', 'year', 'archive', 'facility', 'headers', 'contract', 'quotas'],
  ...['family-link', 'hot-photos', 'log-lines', 'largest-size', 'missing-photos'],
  ...['broken-uploads', 'broken-exchanges', 'leaving-readers', 'slow-clients', 'shared-device'],
].map((name) => `tests/access/${name}.test.ts`);

if (!hasCeph()) {
  console.log(`Skipped: ${CEPH_MISSING}`);
} else {
  const all = readdirSync(FOLDER).filter((name) => OF_PHOTOS.test(name));
  const files = process.argv.length > 2 ? process.argv.slice(2) : all;
  const given = files.map((name) => (name.includes('/') ? name : path.join(FOLDER, name)));
  const isAccess = given.some((name) => name.includes('access/'));
  const statuses = [test(isAccess ? 'access' : 'integration', given)];
  if (process.argv.length === 2) statuses.push(test('access', ACCESS));
  process.exitCode = Math.max(...statuses);
}

function test(project: string, names: string[]): number {
  const { status } = spawnSync('vitest', ['run', '--project', project, ...names], {
    stdio: 'inherit',
    env: { ...process.env, TEST_PHOTO_STORE: 's3' },
  });
  return status ?? 1;
}

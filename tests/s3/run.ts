/**
 * The tests of photos on a real S3 server instead of the data folder: `npm run test:s3`, also with
 * names of test files. Those that look into the folder itself are left out.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CEPH_MISSING, hasCeph } from '../support/ceph.ts';

const OF_PHOTOS =
  /^(archive|archive-files|create-item|deleted-items|facility-archive|held|hostile-pictures|item|largest-size|photo-jobs|photo-jobs-turns|photo-jobs-twice|reduced-photo|remove-facility|resident-portrait|resident-removal|same-picture|several-places|shared-photo|turn|upload|upload-quotas)\.test\.ts$/;
const FOLDER = 'tests/integration';

if (!hasCeph()) {
  console.log(CEPH_MISSING);
} else {
  const all = readdirSync(FOLDER).filter((name) => OF_PHOTOS.test(name));
  const files = process.argv.length > 2 ? process.argv.slice(2) : all;
  const given = files.map((name) => (name.includes('/') ? name : path.join(FOLDER, name)));
  const { status } = spawnSync('vitest', ['run', '--project', 'integration', ...given], {
    stdio: 'inherit',
    env: { ...process.env, TEST_PHOTO_STORE: 's3' },
  });
  process.exitCode = status ?? 1;
}

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

interface Audit {
  message?: string;
  metadata?: { vulnerabilities: Record<string, number> };
}

/** Also of packages of development: some are in the build. */
const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8' });
const audit = JSON.parse(stdout || '{}') as Audit;
const counts = audit.metadata?.vulnerabilities;
const MISSING = `npm audit has no answer: ${audit.message ?? 'npm said nothing'}`;

test('no package has a known fault that is high', needs(counts !== undefined, MISSING), () => {
  expect({ high: counts?.['high'], critical: counts?.['critical'] }).toEqual({
    high: 0,
    critical: 0,
  });
});

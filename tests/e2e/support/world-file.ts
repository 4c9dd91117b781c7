import path from 'node:path';
import { ROOT } from '../../support/server.ts';

/** Per run, since another may be in progress. */
export const RUN_FOLDER = path.join(ROOT, `test-results/e2e-${process.env['E2E_PART'] ?? 'all'}`);
export const WORLD_FILE = path.join(RUN_FOLDER, 'world.json');

import path from 'node:path';
import { ROOT } from '../../support/server.ts';

export const WORLD_FILE = path.join(ROOT, 'test-results/e2e-world.json');

/** `npm run dev`: development server on the demo's data, or on DATA_DIR if set. */
import { ensureDemo, readDemoEnv, showDrawing } from '../demo/seed.ts';
import { DEMO_SWITCH, holdsDemo } from '#server/demo-folder.ts';
import { keepFilesPrivate } from '#server/private-files.ts';

const env = readDemoEnv(process.env);
const isDemo = !process.env['DATA_DIR'] || holdsDemo(env.DATA_DIR);
keepFilesPrivate();
if (isDemo) await ensureDemo(env, false, showDrawing);
process.env['DATA_DIR'] = env.DATA_DIR;
process.argv.splice(2, 0, 'dev', '--host', '127.0.0.1', ...(isDemo ? [DEMO_SWITCH] : []));
await import('./astro.mjs');

/** `npm run dev`: development server at PORT, on the demo's data, or on DATA_DIR if set. */
import { ensureDemo, readDemoEnv, showProgress } from '../demo/seed.ts';
import { DEMO_SWITCH, holdsDemo } from '#server/demo-folder.ts';
import { keepFilesPrivate } from '#server/private-files.ts';

const env = readDemoEnv(process.env);
const isDemo = !process.env['DATA_DIR'] || holdsDemo(env.DATA_DIR);
keepFilesPrivate();
if (isDemo) await ensureDemo(env, false, showProgress);
process.env['DATA_DIR'] = env.DATA_DIR;
const listening = ['--host', '127.0.0.1', '--port', String(env.PORT)];
process.argv.splice(2, 0, 'dev', ...listening, ...(isDemo ? [DEMO_SWITCH] : []));
await import('./astro.mjs');

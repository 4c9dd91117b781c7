/** Stops `npm start` with one line where Node would print a stack trace. */
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../dist/server/entry.mjs', import.meta.url))) {
  process.stderr.write('Nothing built yet: run `npm run build` first.\n');
  process.exit(1);
}

/** Runs the built server on a new facility; a file tells the stories about it. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIfStale } from '../../../scripts/build.ts';
import { UNHEARD_LINE } from '../../support/line-platform.ts';
import { ROOT } from '../../support/server.ts';
import { makeStoryWorld } from './story-world.ts';
import { RUN_FOLDER, WORLD_FILE } from './world-file.ts';

const dataDir = path.join(RUN_FOLDER, 'data');
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true });
await buildIfStale();
await writeFile(WORLD_FILE, JSON.stringify(await makeStoryWorld(dataDir)));

Object.assign(process.env, {
  ...UNHEARD_LINE,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: process.env['E2E_PORT'],
  // All of it, for log-check.ts.
  LOG_LEVEL: 'debug',
});
await import(path.join(ROOT, 'dist/server/entry.mjs'));

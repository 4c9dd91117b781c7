import { existsSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { civilDateOf } from '../src/lib/calendar.ts';
import { dataPaths, isDemoFolder } from '../src/server/data-folder.ts';
import type { Env } from '../src/server/env.ts';
import { readEnv } from '../src/server/env.ts';
import { openRuntime } from '../src/server/runtime.ts';
import { seedDeliveries } from './seeds/deliveries.ts';
import { seedLetters } from './seeds/letters.ts';
import { seedPeople } from './seeds/people.ts';
import { seedPhotos } from './seeds/photos.ts';
import { planPhotos } from './seeds/plan.ts';

const isEmpty = (folder: string): boolean =>
  !existsSync(folder) || readdirSync(folder).length === 0;

/**
 * Seeds the demo facility unless it is there. It is built beside the folder and moved into
 * place whole, so a seed that was interrupted leaves nothing half-done.
 * @throws Error when the folder holds a real facility.
 */
export async function ensureDemo(
  env: Env,
  reset: boolean,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const dataDir = env.DATA_DIR;
  if (isDemoFolder(dataDir)) {
    if (!reset) return;
    rmSync(dataDir, { recursive: true });
  }
  if (!isEmpty(dataDir)) {
    throw new Error(`DATA_DIR ${dataDir} holds data that is not the demo's; choose another folder`);
  }
  const building = `${dataDir}.new`;
  rmSync(building, { recursive: true, force: true });
  await seed({ ...env, DATA_DIR: building, LOG_LEVEL: 'warn' }, progress);
  writeFileSync(dataPaths(building).demoMarker, 'npm run demo -- --reset removes this folder\n');
  if (existsSync(dataDir)) rmdirSync(dataDir);
  renameSync(building, dataDir);
}

async function seed(env: Env, progress: (done: number, all: number) => void): Promise<void> {
  const rt = await openRuntime(env);
  const today = civilDateOf(rt.clock.now());
  const people = await seedPeople(rt, today);
  await seedLetters(rt, people.hostId, today);
  await seedDeliveries(rt, people.hostId);
  const plan = planPhotos(today);
  await seedPhotos(rt, people, plan, (done) => progress(done, plan.length));
  await rt.close();
}

if (import.meta.main) {
  const env = readEnv(process.env);
  await ensureDemo(env, process.argv.includes('--reset'), (done, all) =>
    process.stdout.write(`\rDrawing the demo facility's photos: ${done} of ${all}`),
  );
}

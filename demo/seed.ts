import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import '#domains/wiring.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { systemClock } from '#server/clock.ts';
import { holdsDemo, markFolder } from '#server/demo-folder.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { openRuntime } from '#server/runtime.ts';
import { seedAnswers } from './answers.ts';
import { seedBin } from './bin.ts';
import { seedDeliveries } from './deliveries.ts';
import { seedHandovers } from './handovers.ts';
import { seedLetters } from './letters.ts';
import { seedNotes } from './notes.ts';
import { seedOperator } from './operator.ts';
import { seedPeople } from './people.ts';
import { seedPhotos } from './photos.ts';
import { planPhotos } from './plan.ts';
import { seedTrial } from './trial.ts';
import { seedYear } from './year.ts';

/** Unless DATA_DIR names another; a service keeps its data in `data`. */
const DEMO_FOLDER = 'demo-data';

/** @throws EnvError */
export const readDemoEnv = (source: NodeJS.ProcessEnv): Env =>
  readEnv({
    ...source,
    DATA_DIR: source['DATA_DIR'] || DEMO_FOLDER,
    OPERATOR_FILE: source['OPERATOR_FILE'] || DEMO_OPERATOR,
  });

/** The sample that operators start from, with prices and terms of nobody. */
const DEMO_OPERATOR = 'deploy/operator.yaml';

const isEmpty = (folder: string): boolean =>
  !existsSync(folder) || readdirSync(folder).length === 0;

/**
 * Seeds the demo facility unless it exists. Built in a temporary folder and moved into place, so
 * that an interrupted seed leaves nothing behind.
 * @throws Error when the folder holds a real facility
 */
export async function ensureDemo(
  env: Env,
  reset: boolean,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const dataDir = env.DATA_DIR;
  if (holdsDemo(dataDir)) {
    if (!reset) return;
    rmSync(dataDir, { recursive: true });
  }
  if (!isEmpty(dataDir)) {
    throw new Error(
      `DATA_DIR ${dataDir} contains data that is not the demo's; choose another folder`,
    );
  }
  const building = `${dataDir}.new`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  // First, so that a half-made demo is never taken for a service.
  markFolder(building);
  await seed({ ...env, DATA_DIR: building, LOG_LEVEL: 'warn' }, progress);
  if (existsSync(dataDir)) rmdirSync(dataDir);
  renameSync(building, dataDir);
}

async function seed(env: Env, progress: (done: number, all: number) => void): Promise<void> {
  const rt = await openRuntime(env, systemClock, 'demo');
  const today = civilDateOf(rt.clock.now());
  const people = await seedPeople(rt, today);
  await seedLetters(rt, people.hostId, today);
  const plan = planPhotos(today);
  await seedPhotos(rt, people, plan, (done) => progress(done, plan.length));
  await seedBin(rt, people, today);
  await seedNotes(rt, people, today);
  await seedYear(rt, people, today);
  await seedDeliveries(rt, people.hostId); // a mail says how many photos there are
  await seedAnswers(rt, people);
  await seedHandovers(rt, people);
  await seedTrial(rt);
  await seedOperator(rt);
  await rt.close();
}

const LINE_EVERY = 50;

/** One counting line in a terminal, a few lines in a log. */
export function showProgress(done: number, all: number): void {
  const text = `Adding the demo facility's photos: ${done} of ${all}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${text}`);
  else if (done % LINE_EVERY === 0 || done === all) console.log(text);
}

if (import.meta.main) {
  keepFilesPrivate();
  try {
    await ensureDemo(readDemoEnv(process.env), process.argv.includes('--reset'), showProgress);
  } catch (error) {
    console.error(`tsukidayori: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

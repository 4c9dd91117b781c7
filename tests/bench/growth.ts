import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeFacilities } from './facilities.ts';
import { samplesOfFacility } from './growth-facility.ts';
import { backupsOf, samplesOfOffice } from './growth-office.ts';
import type { Sample } from './growth-table.ts';
import { reportGrowth } from './growth-table.ts';
import { samplesOfTown } from './growth-town.ts';
import { cpuMs, startServer } from './process.ts';

const PORT = 4397;
const SIZES = [1 / 16, 1 / 4, 1];

/**
 * `npm run bench -- growth`: every page and call of staff and families, the delivery run, the
 * sweeps, start, backup and verify, with many facilities of 40 residents and 24 months, and every
 * page with one facility of many photos; each at 1/16, 1/4 and all of its size. `--facilities 500`,
 * `--photos 100000` (0 leaves a part out).
 */
export async function benchGrowth(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      facilities: { type: 'string', default: '500' },
      photos: { type: 'string', default: '100000' },
    },
  });
  const facilities = Number(values.facilities);
  const photos = Number(values.photos);
  if (facilities > 0) {
    const towns = await atSizes((data, size) => measureTown(data, Math.ceil(facilities * size)));
    reportGrowth(`${facilities} facilities`, SIZES, towns);
  }
  if (photos > 0) {
    const large = await atSizes((data, size) => measureLarge(data, Math.ceil(photos * size)));
    reportGrowth(`one facility of ${photos} photos`, SIZES, large);
  }
}

async function atSizes(
  measure: (dataDir: string, size: number) => Promise<Sample[]>,
): Promise<Sample[][]> {
  const all: Sample[][] = [];
  for (const size of SIZES) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-growth-'));
    try {
      all.push(await measure(path.join(folder, 'data'), size));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return all;
}

async function measureTown(dataDir: string, count: number): Promise<Sample[]> {
  console.log(`Making ${count} facilities …`);
  // The first one has a single resident.
  const size = { count: count + 1, residents: 40, months: 23 };
  const town = await makeFacilities(dataDir, size);
  const samples = await samplesOfOffice(dataDir, count * 40);
  const server = await startServer(dataDir, PORT, { BACKUP_DIR: backupsOf(dataDir) });
  try {
    samples.unshift({ what: 'start', ms: [cpuMs(server.pid)], answer: 1 });
    samples.push(...(await samplesOfTown(server, dataDir, town)));
  } finally {
    await server.stop();
  }
  return samples;
}

async function measureLarge(dataDir: string, photos: number): Promise<Sample[]> {
  console.log(`Making a facility of ${photos} photos …`);
  return samplesOfFacility(dataDir, PORT, photos);
}

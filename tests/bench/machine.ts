import { spawn } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { quantile } from './accounts.ts';
import type { Bare } from './bare.ts';
import { canPin, onCores } from './cores.ts';
import { load } from './load.ts';
import { answering, handle, has } from './process.ts';
import type { Row } from './report.ts';
import { phonePhoto } from './upload.ts';

const PORT = 4391;
const ROUNDS = 5;
const SYNCS = 100;
const PAGE = Buffer.alloc(4096);

/**
 * What this machine takes for things that are not ours, to be read beside each figure: an answer of
 * bare `node:http`, the decoding of a photo of 12 megapixels, and a page written and synced.
 */
export async function measureMachine(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-machine-'));
  try {
    return [
      ...(await measureBare(folder)),
      { what: 'machine: decoding 12 megapixels', value: await measureDecode(), unit: 'ms' },
      { what: 'machine: fsync, median', value: measureSync(folder), unit: 'ms' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureBare(folder: string): Promise<Row[]> {
  if (!has('wrk') || !canPin()) return [];
  const file = path.join(folder, 'body');
  const answers = path.join(folder, 'answers.json');
  writeFileSync(file, Buffer.alloc(8192, 'x'));
  const answer: Bare = { path: '/', file, fields: ['Content-Type', 'text/plain'] };
  writeFileSync(answers, JSON.stringify([answer]));
  const program = path.join(import.meta.dirname, 'bare.ts');
  const child = spawn(process.execPath, [program, String(PORT), answers], { stdio: 'ignore' });
  const bare = { name: 'bare', url: `http://127.0.0.1:${PORT}`, ...handle(child) };
  try {
    await answering(`${bare.url}/`);
    const { cpuPerRequest } = await onCores([bare], 1, () => load(bare, '/', { seconds: 2 }));
    return [{ what: 'machine: bare node:http, same core', value: cpuPerRequest, unit: 'µs' }];
  } finally {
    await bare.stop();
  }
}

/** Of CPU; the least of some rounds. */
async function measureDecode(): Promise<number> {
  const photo = await phonePhoto();
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await sharp(photo).raw().toBuffer();
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);
  }
  return Math.round(Math.min(...spent));
}

function measureSync(folder: string): number {
  const file = openSync(path.join(folder, 'synced'), 'w');
  const times = Array.from({ length: SYNCS }, () => {
    const started = performance.now();
    writeSync(file, PAGE);
    fsyncSync(file);
    return performance.now() - started;
  });
  closeSync(file);
  return quantile(times, 0.5);
}

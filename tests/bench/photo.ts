import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Row } from './report.ts';

const LARGE_MP = ['IMG_2682.JPG', 'Xiaomi_Mi_9T_KeyError.jpg'];

/** CPU and bytes per real photo, compared to bare sharp. */
export function measurePhotos(): Row[] {
  const corpus = process.env['PHOTO_CORPUS'];
  const folder = corpus && path.resolve(corpus, 'photos');
  if (!folder || !existsSync(folder)) {
    return [{ what: 'photos not measured: PHOTO_CORPUS is not set', value: 0, unit: '' }];
  }
  const rows = LARGE_MP.flatMap((name) => measureOne(path.join(folder, name)));
  return [...rows, ...phoneBytes(folder)];
}

function measureOne(file: string): Row[] {
  const name = path.basename(file);
  const ours = run('ours', file);
  const bare = run('bare', file);
  return [
    { what: `${name}: CPU, the set that families get`, value: ours.cpuMs, unit: 'ms', budget: 500 },
    { what: `${name}: CPU, bare sharp, same recipe`, value: bare.cpuMs, unit: 'ms' },
    {
      what: `${name}: against bare sharp`,
      value: Math.round((ours.cpuMs / bare.cpuMs) * 100) / 100,
      unit: '×',
      budget: 1.15,
    },
    { what: `${name}: CPU of the master`, value: run('master', file).cpuMs, unit: 'ms' },
    ...['360', '720', '1080', '1920'].map((width) => ({
      what: `${name}: ${width}.webp`,
      value: Math.round((ours.bytes[`${width}.webp`] ?? 0) / 102.4) / 10,
      unit: 'KB',
    })),
  ];
}

/** What phones of 360 CSS pixels at a density of 2 load. */
function phoneBytes(folder: string): Row[] {
  const files = readdirSync(folder).filter(
    (name) => /\.jpe?g$/i.test(name) && statSync(path.join(folder, name)).size > 300_000,
  );
  const sizes = files
    .map((name) => (run('ours', path.join(folder, name)).bytes['720.webp'] ?? 0) / 1024)
    .sort((a, b) => a - b);
  const round = (value: number) => Math.round(value * 10) / 10;
  return [
    {
      what: `720.webp of ${files.length} real photos, median`,
      value: round(sizes[Math.floor(sizes.length / 2)] ?? 0),
      unit: 'KB',
      budget: 45,
    },
    {
      what: `720.webp of ${files.length} real photos, largest`,
      value: round(sizes.at(-1) ?? 0),
      unit: 'KB',
      budget: 60,
    },
  ];
}

function run(kind: string, file: string): { cpuMs: number; bytes: Record<string, number> } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-photo-'));
  const program = path.join(import.meta.dirname, 'photo-once.ts');
  const out = execFileSync(process.execPath, [program, kind, file, folder], { encoding: 'utf8' });
  const bytes = Object.fromEntries(
    readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).size]),
  );
  rmSync(folder, { recursive: true });
  return { cpuMs: Math.round(Number(out)), bytes };
}

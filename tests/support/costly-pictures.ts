import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Pictures that are expensive to decode, from a real encoder (Debian's libjpeg-turbo-progs). */
export interface CostlyShape {
  width: number;
  height: number;
  /** 1: grey, 3: colour. */
  components: 1 | 3;
  sampling: '1x1' | '2x1' | '2x2';
  /** flat makes small files that take long, noise makes large ones. */
  content: 'flat' | 'drawn' | 'noise';
  coding: 'baseline' | 'progressive' | 'arithmetic' | 'one by one';
  /** Of a progressive picture, at most 100; 0 for the encoder's default of six to ten. */
  scans: number;
  /** Repetitions of the last scan, which no encoder writes. */
  repeats: number;
  /** Blocks between restart markers; 0: none. */
  restarts: number;
}

export const ORDINARY: CostlyShape = {
  width: 4000,
  height: 3000,
  components: 3,
  sampling: '2x2',
  content: 'drawn',
  coding: 'baseline',
  scans: 0,
  repeats: 0,
  restarts: 0,
};

/** null if the encoder is installed. */
export function missingEncoder(): string | null {
  try {
    execFileSync('cjpeg', ['-version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'cjpeg is missing (Debian: libjpeg-turbo-progs)';
  }
}

export function encodeCostly(shape: CostlyShape): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-costly-'));
  try {
    const pixels = path.join(folder, 'pixels.pnm');
    const script = path.join(folder, 'scans.txt');
    writePixels(pixels, shape);
    writeFileSync(script, scanScript(shape));
    const options = ['-quality', '75', '-sample', shape.sampling];
    if (shape.coding === 'arithmetic') options.push('-arithmetic');
    if (shape.coding === 'progressive') options.push('-progressive');
    if (shape.scans > 0 || shape.coding === 'one by one') options.push('-scans', script);
    if (shape.restarts > 0) options.push('-restart', `${shape.restarts}B`);
    const out = path.join(folder, 'out.jpg');
    execFileSync('cjpeg', [...options, '-outfile', out, pixels], { stdio: 'ignore' });
    return repeatLastScan(readFileSync(out), shape.repeats);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writePixels(file: string, { width, height, components, content }: CostlyShape): void {
  const stride = width * components;
  const head = `P${components === 1 ? 5 : 6}\n${width} ${height}\n255\n`;
  writeFileSync(file, head);
  if (content === 'flat') {
    // A sparse file reads as zeros at no cost.
    truncateSync(file, head.length + stride * height);
    return;
  }
  const line = Buffer.alloc(stride);
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    if (content === 'noise' || y % 16 === 0) fillLine(line, y, content === 'noise' ? 60 : 12);
    line.copy(lines, y * stride);
  }
  appendFileSync(file, lines);
}

let state = 1;
/** Fast and repeatable. */
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 24;
};

function fillLine(line: Buffer, y: number, strength: number): void {
  for (let at = 0; at < line.length; at++) {
    line[at] = 128 + ((at + 3 * y) % 97) / 2 + (random() * strength) / 256;
  }
}

/** Progressive scans, up to the hundred that the standard allows. */
function scanScript({ components, scans, coding }: CostlyShape): string {
  const ids = Array.from({ length: components === 1 ? 1 : 3 }, (_, id) => id);
  if (coding === 'one by one') return ids.map((id) => `${id};`).join('\n');
  const lines = [`${ids.join(',')}: 0-0, 0, 0;`];
  const bands = Math.ceil(scans / (11 * ids.length));
  const edge = (n: number) => 1 + Math.floor((63 * n) / bands);
  for (let n = 0; n < bands; n++) {
    const band = `${edge(n)}-${edge(n + 1) - 1}`;
    for (const id of ids) {
      lines.push(`${id}: ${band}, 0, 10;`);
      for (let bit = 10; bit > 0; bit--) lines.push(`${id}: ${band}, ${bit}, ${bit - 1};`);
    }
  }
  return lines.slice(0, scans).join('\n');
}

function repeatLastScan(jpeg: Buffer, repeats: number): Buffer {
  if (repeats === 0) return jpeg;
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const tables = jpeg.lastIndexOf(Buffer.from([0xff, 0xc4]), scan);
  const once = jpeg.subarray(tables, -2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array<Buffer>(repeats).fill(once),
    jpeg.subarray(-2),
  ]);
}

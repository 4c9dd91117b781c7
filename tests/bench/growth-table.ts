import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './process.ts';

/** One thing at one size. */
export interface Sample {
  what: string;
  /** CPU milliseconds of several tries: a busy machine does not change them. */
  ms: number[];
  /** What it answers: bytes, or how many mails or files. */
  answer: number;
}

const least = ({ ms }: Sample): number => Math.min(...ms);
const median = ({ ms }: Sample): number =>
  ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? 0;

/** Time may grow so much faster than the answer before it is marked. */
const TOLERANCE = 1.5;
const NOISE_MS = 3;

interface Line {
  what: string;
  medians: number[];
  answers: number[];
  /** Growth of the time as a power of the size: 0 is constant, 1 linear. */
  power: number;
  /** Growth of the time over that of the answer. */
  ratio: number;
  isFaster: boolean;
}

function lineOf(samples: Sample[], sizes: number[]): Line {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('nothing measured');
  const grown = least(last) / least(first);
  const allowed = Math.max(1, last.answer / first.answer);
  const excess = least(last) - TOLERANCE * allowed * least(first);
  return {
    what: last.what,
    medians: samples.map(median),
    answers: samples.map(({ answer }) => answer),
    power: Math.log(grown) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1)),
    ratio: grown / allowed,
    isFaster: excess > NOISE_MS,
  };
}

/** Prints medians and answers at each size; what grows faster than its answer is marked. */
export function reportGrowth(title: string, sizes: number[], measured: Sample[][]): void {
  const names = measured.at(-1)?.map(({ what }) => what) ?? [];
  const lines = names.map((name) =>
    lineOf(
      measured.flatMap((samples) => samples.filter(({ what }) => what === name)),
      sizes,
    ),
  );
  const width = Math.max(...names.map((name) => name.length));
  const cell = (value: number): string => String(Math.round(value * 10) / 10).padStart(9);
  console.log(
    `\n${title}: median CPU ms and answer at ${sizes.join(', ')}; power; time over answer`,
  );
  for (const { what, medians, answers, power, ratio, isFaster } of lines) {
    const numbers = [...medians, ...answers].map(cell).join('');
    const shape = `${power.toFixed(2).padStart(7)}${ratio.toFixed(2).padStart(7)}`;
    console.log(`${what.padEnd(width)}${numbers}${shape}${isFaster ? '  FASTER' : ''}`);
  }
  const folder = path.join(ROOT, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `growth, ${title}.json`);
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), sizes, lines }, null, 2));
}

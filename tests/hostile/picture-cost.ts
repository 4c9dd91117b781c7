import type { CostlyShape } from '../support/costly-pictures.ts';
import { ORDINARY, encodeCostly, missingEncoder } from '../support/costly-pictures.ts';
import type { Measured } from '../support/decoder-usage.ts';
import { brokenPromises, measurePicture } from '../support/decoder-usage.ts';
import type { PngShape } from '../support/hostile-png.ts';
import { flatPng, manyTexts } from '../support/hostile-png.ts';
import { Random } from '../support/random.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

const SIZES = [
  [1000, 750],
  [4000, 3000],
  [5700, 4200],
  [8000, 6000],
  [8160, 6144],
  [10_000, 7500],
  [12_000, 9000],
  [16_000, 3000],
  [1080, 20_000],
  [1900, 57_000],
  [60_000, 1800],
] as const;
const CODINGS: CostlyShape['coding'][] = [
  'baseline',
  'progressive',
  'progressive',
  'one by one',
  'arithmetic',
];
const SCANS = [0, 3, 12, 23, 40, 70, 100];

/** Pictures that must be accepted: what phones and the web produce. */
const MUST_BE_TAKEN: CostlyShape[] = [
  ORDINARY,
  { ...ORDINARY, width: 12_000, height: 9000 },
  { ...ORDINARY, width: 12_000, height: 9000, sampling: '1x1' },
  { ...ORDINARY, coding: 'progressive', sampling: '1x1' },
  { ...ORDINARY, width: 5700, height: 4200, coding: 'progressive', sampling: '1x1' },
  { ...ORDINARY, width: 8160, height: 6144, coding: 'progressive' },
  { ...ORDINARY, width: 8160, height: 6144, content: 'noise' },
  { ...ORDINARY, width: 1080, height: 20_000 },
];

function anyJpeg(seed: number): CostlyShape {
  const random = new Random(seed);
  const [width, height] = random.pick(SIZES);
  const coding = random.pick(CODINGS);
  return {
    width,
    height,
    coding,
    components: random.pick([1, 3, 3]),
    sampling: random.pick(['1x1', '2x1', '2x2']),
    // Noise is slow to encode, and adds nothing in a large picture.
    content:
      width * height > 50e6
        ? random.pick(['flat', 'drawn'])
        : random.pick(['flat', 'drawn', 'noise']),
    scans: coding === 'progressive' ? random.pick(SCANS) : 0,
    repeats: coding === 'progressive' ? random.pick([0, 0, 0, 20, 300]) : 0,
    restarts: coding === 'progressive' ? 0 : random.pick([0, 0, 1, 64]),
  };
}

const PNG_SIZES = [
  [4000, 3000],
  [7000, 5000],
  [8060, 6200],
  [30_000, 1600],
  [60_000, 400],
  [400_000, 100],
  [1_000_000, 40],
  [1100, 40_000],
] as const;

function anyPng(seed: number): Buffer {
  const random = new Random(seed);
  if (random.chance(1 / 4)) return manyTexts(random.int(1, 40));
  const [width, height] = random.pick(PNG_SIZES);
  const shape: PngShape = {
    width,
    height,
    depth: random.pick([1, 8, 16]),
    colour: random.pick([0, 2, 3, 6]),
    isInterlaced: random.chance(1 / 2),
  };
  if (shape.depth === 1 && shape.colour !== 0) shape.depth = 8;
  if (shape.depth === 16 && shape.colour === 3) shape.depth = 8;
  return flatPng(shape);
}

/** Every third is a PNG; the first are those that must be accepted. */
function pictureOf(seed: number, n: number): { name: string; bytes: () => Buffer } {
  const must = MUST_BE_TAKEN[n];
  if (must) return { name: JSON.stringify(must), bytes: () => encodeCostly(must) };
  const of = seed + n;
  if (n % 3 === 0) return { name: `PNG of seed ${of}`, bytes: () => anyPng(of) };
  return { name: JSON.stringify(anyJpeg(of)), bytes: () => encodeCostly(anyJpeg(of)) };
}

async function run({ seed, count }: HostileOptions): Promise<HostileResult> {
  const skipped = missingEncoder();
  if (skipped) return { cases: 0, broken: [], skipped };
  const broken: string[] = [];
  const all: Measured[] = [];
  for (let n = 0; n < count; n++) {
    const { name, bytes } = pictureOf(seed, n);
    const measured = await measurePicture(bytes());
    all.push(measured);
    broken.push(...brokenPromises(measured).map((text) => `${name}: ${text}`));
    if (n < MUST_BE_TAKEN.length && measured.passes[1]?.outcome !== 'made') {
      broken.push(`${name}: was refused`);
    }
  }
  return { cases: count, broken, figures: figuresOf(all) };
}

function figuresOf(all: Measured[]): [string, number][] {
  const passes = all.flatMap((measured) => measured.passes);
  const highest = (values: number[]) => Math.max(0, ...values);
  const of = (kind: string) => passes.filter((pass) => pass.kind === kind);
  return [
    ['refused by the header', all.filter(({ refusal }) => refusal !== null).length],
    ['taken', of('variants').filter(({ outcome }) => outcome === 'made').length],
    ['preview, highest MB', highest(of('preview').map(({ mb }) => mb))],
    ['preview, longest CPU, ms', highest(of('preview').map(({ cpuMs }) => cpuMs))],
    ['variants, highest MB', highest(of('variants').map(({ mb }) => mb))],
    ['variants, longest CPU, ms', highest(of('variants').map(({ cpuMs }) => cpuMs))],
  ];
}

export const pictureCost: HostilePart = {
  name: 'picture-cost',
  promise: 'P25',
  says: 'every accepted picture is decoded within 300 MB and 10 s of CPU in each pass',
  count: 120,
  run,
};

import { polar, smooth, type Point } from '../draw/curves.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { strokesOf, type SignName } from './signs.ts';
import { room, tableTop } from '../draw/room.ts';
import { d, oval, place, rect, ring, shape, stroke, times, type Svg } from '../draw/shapes.ts';

/** Sheets on the wall, or one on the desk. */
export function calligraphy(random: Random, width: number, height: number): Svg {
  return chance(random, 0.5) ? exhibition(random, width, height) : desk(random, width, height);
}

function exhibition(random: Random, width: number, height: number): Svg {
  const columns = Math.max(3, Math.round(width / 34));
  const rows = height > width ? 2 : 1;
  const size = Math.min(width / columns / 30, rows === 1 ? 1.25 : 1.05);
  return (
    room(random, width, height, 'winter', height * 0.86) +
    rect(width * 0.02, height * 0.05, width * 0.96, height * 0.74, '#d9b184', 2) +
    rect(width * 0.035, height * 0.065, width * 0.93, height * 0.71, '#efe0c6', 1) +
    times(columns * rows, (i) => {
      const x = width * (0.05 + (0.9 * ((i % columns) + 0.5)) / columns);
      const y = height * (rows === 1 ? 0.42 : 0.25 + Math.floor(i / columns) * 0.35);
      return place(sheet(random) + pin(random), x, y, size, between(random, -2, 2));
    })
  );
}

function desk(random: Random, width: number, height: number): Svg {
  const wide = width > height * 1.1;
  const size = Math.min(width, height) / (wide ? 50 : 62);
  return (
    tableTop(random, width, height) +
    place(
      rect(-16, -21, 33, 43, pick(random, ['#3f5a4a', '#4a4a5f', '#6a3a3a']), 1) +
        place(sheet(random), 0, 0),
      width * (wide ? 0.4 : 0.46),
      height * 0.48,
      size,
      between(random, -4, 4),
    ) +
    place(inkstone(), width * (wide ? 0.8 : 0.82), height * (wide ? 0.34 : 0.84), wide ? 1.3 : 1) +
    place(brush(), width * (wide ? 0.8 : 0.3), height * (wide ? 0.82 : 0.92), 1.3, wide ? -22 : -6)
  );
}

/** 26 by 36 units, with two signs and a name. */
function sheet(random: Random): Svg {
  const word = pick(random, WORDS);
  const signs = word.map((name, i) => place(sign(name), 0.5, i ? 8 : -8.6, 0.95)).join('');
  const name = times(4, (i) =>
    stroke(
      d`M-10.4 ${2 + i * 3.4}l${between(random, 1, 2)} ${between(random, -0.6, 1)}M-9.8 ${1.6 + i * 3.4}v2`,
      '#2f2a30',
      0.5,
    ),
  );
  const praise = chance(random, 0.4)
    ? place(
        ring(0, 0, 3.6, '#e2573c', 0.8) +
          ring(0, 0, 2, '#e2573c', 0.6) +
          times(8, (i) => ring(...polar(0, 0, 4.6, i * 0.785), 1.3, '#e2573c', 0.6)),
        8,
        12,
        0.8,
      )
    : '';
  return (
    rect(-12.4, -17.2, 26, 36, '#3a2a3a', 0.3, 0.14) +
    rect(-13, -18, 26, 36, '#fffdf6', 0.3) +
    signs +
    name +
    rect(-11, 14.4, 2, 2, '#d9473c', 0.3) +
    praise
  );
}

/** The strokes of each sign. */
const WORDS = [
  ['mountain', 'river'],
  ['sun', 'light'],
  ['moon', 'light'],
  ['big', 'tree'],
  ['sky', 'sun'],
  ['flower', 'moon'],
] as const;

const sign = (name: SignName): Svg =>
  strokesOf(name)
    .map((points, i) => swell(points, i % 3 === 1 ? 1.9 : 1.5, '#2b272d'))
    .join('');

const swell = (points: readonly Point[], width: number, ink: string): Svg => {
  const [x, y] = points[0] ?? [0, 0];
  return stroke(smooth(points), ink, width) + oval(x, y, width * 0.72, width * 0.56, ink, 1, 35);
};

const pin = (random: Random): Svg =>
  oval(0, -16.8, 1, 1, pick(random, ['#d9473c', '#5d82b0', '#e8a03d', '#6b8f4a']));

const inkstone = (): Svg =>
  rect(-9, -14, 20, 32, '#3a2a3a', 2, 0.25) +
  rect(-10, -16, 20, 32, '#3f3b42', 2) +
  rect(-8, -14, 16, 28, '#55505a', 1.6) +
  shape('M-7-13H7V-5Q0 0-7-5Z', '#1f1c22') +
  oval(-2, -10, 3, 0.9, '#8a8590', 0.8) +
  rect(14, -12, 5, 18, '#2b272d', 0.8) +
  rect(14, -12, 5, 5, '#d9b866', 0.6);

const brush = (): Svg =>
  stroke('M-18 2.4H26', '#3a2a3a', 2.4, 0.18) +
  stroke('M-14 0H26', '#c99f68', 2) +
  rect(-16, -1.4, 4, 2.8, '#6b4a34', 0.5) +
  shape('M-16-1.8Q-22-2.4-27 0Q-22 2.4-16 1.8Z', '#2b272d') +
  stroke('M26 0q3-2 2 2', '#d9473c', 0.5);

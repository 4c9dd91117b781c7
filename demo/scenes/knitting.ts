import { darken, lighten } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { between, chance, pick, shuffle, type Random } from '../draw/random.ts';
import { room, table } from '../draw/room.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const YARNS = [
  '#d9534a',
  '#e8a03d',
  '#6f9f8b',
  '#c96f93',
  '#8f7fb8',
  '#f3e2c4',
  '#5d82b0',
  '#b5794e',
];

export function knitting(random: Random, width: number, height: number): Svg {
  const top = height * 0.7;
  const hues = shuffle(random, YARNS);
  const size = height > width ? 1.3 : 1.12;
  const x = width * (width > height ? between(random, 0.36, 0.62) : 0.5);
  const companion = width > height * 1.2 && chance(random, 0.6);
  return (
    room(random, width, height, pick(random, ['autumn', 'winter'] as const), top) +
    (companion
      ? place(bust(random, elder(random)), width * (x > width / 2 ? 0.16 : 0.84), top - 31, 1)
      : '') +
    place(
      armchair(pick(random, ['#b5765a', '#8a9a7a', '#a8907c'])) +
        bust(random, elder(random, ['perm', 'bun']), { left: [-8, 20], right: [8, 20] }) +
        scarf(hues[0] ?? '#d9534a'),
      x,
      top - 32 * size,
      size,
    ) +
    table(random, width, height, top + 4) +
    place(basket(random, hues), width * (x > width / 2 ? 0.24 : 0.76), height * 0.95, 1.1) +
    times(3, (i) =>
      ball(
        width * (0.1 + i * 0.4) + between(random, -6, 6),
        height * 0.93,
        between(random, 5, 7),
        hues[i + 1] ?? '#e8a03d',
      ),
    ) +
    stroke(
      d`M${width * 0.1} ${height * 0.95}q${width * 0.16} 6 ${width * 0.3} -2t${x - width * 0.4} ${-height * 0.14}`,
      hues[1] ?? '#e8a03d',
      0.8,
    )
  );
}

const armchair = (hue: string): Svg =>
  rect(-21, -16, 42, 56, hue, 9) +
  rect(-17, -12, 34, 44, lighten(hue, 0.2), 7) +
  rect(-26, 12, 10, 30, darken(hue, 0.12), 5) +
  rect(16, 12, 10, 30, darken(hue, 0.12), 5);

function scarf(hue: string): Svg {
  const rows = times(9, (i) =>
    stroke(
      d`M-6.6 ${20 + i * 2.6}q1.6 1.4 3.3 0t3.3 0t3.3 0t3.3 0`,
      i % 3 === 2 ? '#fffaf0' : darken(hue, 0.18),
      0.6,
    ),
  );
  const needles =
    stroke('M-15 14L6 20M15 13L-6 20', '#e9d3a8', 1.1) +
    circle(-15, 14, 1.3, '#c9473c') +
    circle(15, 13, 1.3, '#c9473c');
  return shape('M-7 18H7L8 44H-8Z', hue) + rows + needles;
}

const ball = (x: number, y: number, r: number, hue: string): Svg =>
  shadow(x + 1, y + r * 0.9, r, r * 0.25, 0.2) +
  place(
    circle(0, 0, 10, hue) +
      stroke('M-9-3Q0-10 8-5M-10 1Q0-6 9.4-1M-9 5Q0-2 9 4M-6 8Q2 3 7 7', darken(hue, 0.18), 0.9) +
      stroke('M-3-9Q-8 0-2 9M1-9.6Q-4 0 3 9.4', lighten(hue, 0.35), 0.8),
    x,
    y,
    r / 10,
  );

const basket = (random: Random, hues: readonly string[]): Svg =>
  shadow(0, 0, 20, 3, 0.22) +
  oval(0, -15, 18, 4, '#8a5c34') +
  times(5, (i) => ball((i - 2) * 7, -17 - (i % 2) * 4, 6.4, hues[i + 2] ?? '#c96f93')) +
  stroke('M6-20L17-36M9-19L22-33', '#e9d3a8', 1) +
  shape('M-19-15Q0-9 19-15L15 0Q0 2.6-15 0Z', '#cf9a5a') +
  times(3, (i) =>
    stroke(
      d`M${-18 + i} ${-11 + i * 3.6}Q0 ${-6 + i * 3.6} ${18 - i} ${-11 + i * 3.6}`,
      '#a8743c',
      0.7,
    ),
  ) +
  (chance(random, 0.5) ? place(rect(-4, -3, 8, 6, '#fffaf0', 1), 0, -7) : '');

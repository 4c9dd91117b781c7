import { darken, lighten } from '../draw/colour.ts';
import { blob } from '../draw/curves.ts';
import { bowl } from '../draw/dishes.ts';
import { petals } from '../draw/plants.ts';
import { between, pick, shuffle, type Random } from '../draw/random.ts';
import { tableTop } from '../draw/room.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

/** With the sweet of the season. */
export function teaWagashi(random: Random, width: number, height: number): Svg {
  const upright = height > width;
  const sweets = shuffle(random, SWEETS);
  const cup = pick(random, ['#4a4046', '#8a5f48', '#5f7f86', '#e9dcc6', '#7a4038']);
  const foam = times(14, () =>
    circle(
      between(random, -12, 12),
      between(random, -12, 12),
      between(random, 0.4, 1.3),
      '#d9e3a0',
      0.8,
    ),
  );
  const bowlAt: [number, number] = upright
    ? [width * 0.48, height * 0.68]
    : [width * 0.7, height * 0.52];
  const plateAt: [number, number] = upright
    ? [width * 0.5, height * 0.28]
    : [width * 0.3, height * 0.5];
  return (
    tableTop(random, width, height) +
    place(mat(random), bowlAt[0], bowlAt[1], 1, between(random, -12, 12)) +
    place(
      bowl(
        24,
        cup,
        darken(cup, 0.2),
        circle(0, 0, 18.6, '#8fa84a') + blob(random, -1, -1, 15, 14, '#a9c05c') + foam,
      ),
      bowlAt[0],
      bowlAt[1],
    ) +
    place(plate(random, sweets), plateAt[0], plateAt[1], width > height * 1.5 ? 1.1 : 1) +
    place(branchlet(random), width * 0.94, height * 0.08, 1.2, between(random, 120, 170))
  );
}

const mat = (random: Random): Svg => {
  const hue = pick(random, ['#c9564b', '#6f8f5a', '#5d6fa8', '#d9a04e']);
  return rect(-32, -32, 64, 64, hue, 1.5, 0.9) + rect(-30, -30, 60, 60, lighten(hue, 0.2), 1, 0.5);
};

function plate(random: Random, sweets: readonly ((random: Random) => Svg)[]): Svg {
  const ware = pick(random, ['#2f2a33', '#f4ead6', '#8fa39a', '#7a4a38']);
  const paper = place(
    shape('M-15-13L14-15L16 12L-13 15Z', '#fffdf6'),
    0,
    0,
    1,
    between(random, -10, 10),
  );
  const [first, second] = sweets;
  return (
    oval(1.4, 2.4, 25, 25, '#3a2a3a', 0.2) +
    circle(0, 0, 25, ware) +
    circle(0, 0, 22.6, lighten(ware, 0.08)) +
    paper +
    place((first ?? sakura)(random), -5, -4, 1) +
    place((second ?? dango)(random), 7, 7, 0.8) +
    stroke('M-12 18L14 14', '#a87f54', 1.2)
  );
}

const base = (hue: string, r = 8): Svg =>
  oval(0.6, 1, r + 0.2, r, '#3a2a3a', 0.2) +
  circle(0, 0, r, hue) +
  circle(-r * 0.2, -r * 0.24, r * 0.66, lighten(hue, 0.3), 0.6);

const sakura = (random: Random): Svg => {
  const hue = pick(random, ['#f3b4c2', '#f7cfd6', '#fff1ee']);
  return (
    oval(0.6, 1, 8.4, 8, '#3a2a3a', 0.2) +
    shape(petals(5, 9, 1.2, 0.9), hue) +
    times(5, (i) => place(stroke('M0-1V-6', darken(hue, 0.16), 0.6), 0, 0, 1, i * 72 + 36)) +
    circle(0, 0, 1.6, '#f3cf5a')
  );
};

const chrysanthemum = (random: Random): Svg => {
  const hue = pick(random, ['#f3c95a', '#f6e6c0', '#e8a0b0']);
  return (
    base(darken(hue, 0.1)) +
    shape(petals(14, 8.2, 1.05, 1.02), hue) +
    shape(petals(12, 5, 1, 1), lighten(hue, 0.35)) +
    circle(0, 0, 1.4, '#e8a03d')
  );
};

const rabbit = (): Svg =>
  oval(0.6, 1, 9.4, 7.4, '#3a2a3a', 0.2) +
  oval(0, 0, 9.2, 7.2, '#fffdf6') +
  oval(1, -2.8, 4.4, 1.3, '#f6c9cc', 1, -12) +
  oval(2, 1.2, 4.4, 1.3, '#f6c9cc', 1, 12) +
  circle(-5.6, -1.6, 0.7, '#cf3f45') +
  circle(-5.6, 1.6, 0.7, '#cf3f45');

const dango = (): Svg =>
  stroke('M-13 0H13', '#d9b184', 1) +
  times(
    3,
    (i) =>
      circle((i - 1) * 7.4 + 0.4, 0.8, 4.2, '#3a2a3a', 0.2) +
      circle((i - 1) * 7.4, 0, 4.1, ['#f3b4c2', '#fffdf6', '#a9c47a'][i] ?? '#fff') +
      circle((i - 1) * 7.4 - 1, -1.2, 1.2, '#ffffff', 0.6),
  );

const jelly = (random: Random): Svg => {
  const hue = pick(random, ['#8fb8dd', '#b79fd6', '#a8d3c0']);
  return (
    rect(-7, -6, 15, 14, '#3a2a3a', 2, 0.2) +
    rect(-7.6, -7, 15, 14, hue, 2, 0.9) +
    times(12, () =>
      place(
        rect(-1.2, -1.2, 2.4, 2.4, '#ffffff', 0.4, 0.5),
        between(random, -5, 5),
        between(random, -5, 5),
        1,
        random() * 90,
      ),
    ) +
    shape(d`M-7.6 -5Q0 -8 7.4 -5V-6Q7 -7 5 -7H-6Q-7.6 -7 -7.6 -5Z`, '#ffffff', 0.5)
  );
};

const SWEETS = [sakura, chrysanthemum, rabbit, dango, jelly];

const branchlet = (random: Random): Svg => {
  const hue = pick(random, ['#e8798f', '#d9542f', '#f3c95a', '#7fb35a']);
  return (
    stroke('M0 0Q12-3 26 2M10-1.6L16-8M17-.6L23 7', '#7a5a46', 0.9) +
    times(7, (i) =>
      place(
        shape(petals(5, 2.6, 1.1, 0.9), hue) + circle(0, 0, 0.6, '#fff3c0'),
        4 + i * 3.6,
        (i % 3) * 3.4 - 4,
        1,
        random() * 72,
      ),
    )
  );
};

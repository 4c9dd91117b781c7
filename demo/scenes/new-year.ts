import { darken } from '../draw/colour.ts';
import { shadow } from '../draw/light.ts';
import { leaf } from '../draw/plants.ts';
import { between, pick, whole, type Random } from '../draw/random.ts';
import { tatami } from '../draw/room.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function kagamiMochi(random: Random, width: number, height: number): Svg {
  const floor = height * 0.7;
  const wall = pick(random, ['#e6d3ae', '#dcc8a0', '#d9d3b0', '#e9d9c4']);
  const size = height > width ? 1.35 : 1.15;
  const x = width * between(random, 0.42, 0.58);
  return (
    rect(0, 0, width, height, wall) +
    rect(0, 0, width * 0.07, height, '#8a6444') +
    rect(width * 0.055, 0, width * 0.02, height, '#6b4a34') +
    place(scroll(random), x, height * 0.03, floor / 62) +
    tatami(width, height, floor) +
    rect(0, floor - 5, width, 6, '#5a3a2c') +
    rect(0, floor - 5, width, 1.2, '#a3785a') +
    shadow(x, height * 0.92, 33 * size, 5, 0.2) +
    place(mochi(), x, height * 0.91, size) +
    place(vase(random), width * (x > width / 2 ? 0.2 : 0.84), height * 0.84, 1.1)
  );
}

const scroll = (random: Random): Svg => {
  const sun = pick(random, ['#d9473c', '#e8733c']);
  return (
    rect(-20, 0, 42, 46, '#3a2a3a', 0, 0.12) +
    rect(-21, 0, 42, 46, pick(random, ['#7f8f6a', '#8a5a5a', '#5d6f8a'])) +
    rect(-16, 5, 32, 36, '#fbf5e4') +
    circle(5, 16, 6, sun) +
    shape('M-16 41V31Q-8 25-2 31T8 30Q12 27 16 32V41Z', '#8fa0b8', 0.7) +
    shape('M-8 24L-1 13L6 24Q2 22-1 24T-8 24Z', '#6f86a8') +
    shape('M-3.6 17L-1 13L1.8 17.4L0 16.6L-1 18L-2 16.6Z', '#ffffff') +
    rect(-23, -1.4, 46, 2.4, '#5a3a2c', 1) +
    rect(-23, 45, 46, 2.6, '#5a3a2c', 1.2)
  );
};

/** Two cakes and a bitter orange on their stand; base at y = 0. */
const mochi = (): Svg =>
  shape('M-13-15H13L11 0H-11Z', '#d9ab74') +
  shape('M3-15H13L11 0H4Z', '#a87f54', 0.5) +
  circle(0, -7, 2.6, '#8a5f40') +
  shape('M-26-21H26L21-14H-21Z', '#e9c290') +
  rect(-27, -23, 54, 2.6, '#f3d9b0') +
  shape('M-17-23L0-9L17-23Z', '#fffaf0') +
  shape('M-15-23L0-11L15-23Z', 'none') +
  stroke('M-17-23L0-9L17-23', '#d9473c', 0.9) +
  times(2, (i) =>
    place(
      shape(leaf(20, 3.4), '#5f9a4c') + stroke('M0 0H18', '#3f7a3c', 0.4),
      i ? 8 : -8,
      -24,
      1,
      i ? 14 : 166,
    ),
  ) +
  oval(0, -29, 18, 8, '#e6ddd0') +
  oval(-0.6, -30, 17.4, 7.4, '#fffdf6') +
  oval(0, -40, 12.6, 6.4, '#e6ddd0') +
  oval(-0.6, -41, 12, 5.9, '#fffdf6') +
  circle(0, -50, 5.6, '#ef8a2e') +
  circle(-1.6, -51.6, 1.5, '#fbc07a') +
  stroke('M0-55V-57', '#4f7f3a', 0.9) +
  place(shape(leaf(8, 2.2), '#4f8f48'), 0, -55.4, 1, -24);

const vase = (random: Random): Svg => {
  const hue = pick(random, ['#5f7f86', '#3f4f6a', '#8a5a48']);
  const pine = times(9, (i) =>
    place(
      times(9, (k) => stroke(d`M0 0L${6} ${(k - 4) * 1.1}`, k % 2 ? '#3f7a4c' : '#5f9a5c', 0.6)),
      between(random, -3, 3),
      -20 - i * 2.4,
      1,
      (i % 2 ? -30 : -150) + between(random, -20, 20),
    ),
  );
  const berries = times(whole(random, 7, 12), () =>
    circle(between(random, -9, 9), between(random, -42, -24), 1.4, '#d9392f'),
  );
  return (
    shadow(3, 0, 12, 2) +
    stroke('M0-16Q2-30-3-44M0-16Q4-28 9-36', '#6b4a3c', 0.9) +
    pine +
    berries +
    shape('M-4-18H4C4-14 9-12 9-6S6 0 5 0H-5C-6 0-9-1-9-6S-4-14-4-18Z', hue) +
    stroke('M-6-7Q-6-10-3-12', '#ffffff', 1, 0.4) +
    shape('M2-18H4C4-14 9-12 9-6S6 0 5 0H3Q7-8 2-18Z', darken(hue, 0.3), 0.5)
  );
};

import { darken } from '../draw/colour.ts';
import { blob } from '../draw/curves.ts';
import { chopsticks, tea } from '../draw/dishes.ts';
import { between, pick, shuffle, type Random } from '../draw/random.ts';
import { tableTop } from '../draw/room.ts';
import {
  circle,
  d,
  oval,
  place,
  rect,
  ring,
  shape,
  stroke,
  times,
  type Svg,
} from '../draw/shapes.ts';

export function bento(random: Random, width: number, height: number): Svg {
  const size = Math.min(width, height) / 100;
  const cells = shuffle(random, [balls, omelette, simmered, prawns, greens, fruit]);
  const lacquer = pick(random, ['#3a2a30', '#8f2f2f', '#4a3a5a']);
  const box =
    rect(-37, -35, 76, 76, '#3a2a3a', 4, 0.28) +
    rect(-38, -38, 76, 76, lacquer, 4) +
    rect(-36, -36, 72, 72, darken('#b8433c', 0.15), 3) +
    times(4, (i) => {
      const [x, y] = [i % 2 ? 17.5 : -17.5, i < 2 ? -17.5 : 17.5];
      return place(
        rect(-16.6, -16.6, 33.2, 33.2, '#c4524a', 2) + (cells[i] ?? balls)(random),
        x,
        y,
      );
    }) +
    stroke('M-35 0H35M0-35V35', lacquer, 1.8);
  const long = width > height * 1.15;
  return (
    tableTop(random, width, height) +
    place(cloth(random), width / 2, height / 2, size, 45) +
    place(box, width * (long ? 0.46 : 0.5), height * 0.5, size, between(random, -4, 4)) +
    place(
      tea(9, pick(random, ['#5f7f86', '#8a6a5a', '#7f9a80'])),
      width * (long ? 0.86 : 0.84),
      height * (long ? 0.28 : 0.1),
      1.1,
    ) +
    (long || height > width * 1.15
      ? place(
          chopsticks(52, '#8f3a34'),
          long ? width * 0.86 : width * 0.24,
          long ? height * 0.92 : height * 0.93,
          1,
          long ? -82 : -3,
        )
      : '')
  );
}

const cloth = (random: Random): Svg => {
  const hue = pick(random, ['#5d82a8', '#c98a8f', '#7f9a70', '#e0a85a']);
  return (
    rect(-46, -46, 92, 92, hue, 2, 0.85) +
    times(64, (i) =>
      circle(-40.2 + (i % 8) * 11.5, -40.2 + Math.floor(i / 8) * 11.5, 1.3, '#fff6e4', 0.7),
    )
  );
};

const balls = (random: Random): Svg =>
  times(4, (i) => {
    const [x, y] = [i % 2 ? 7.4 : -7.4, i < 2 ? -7.4 : 7.4];
    return (
      oval(x + 0.6, y + 0.9, 7.2, 6.6, '#3a2a3a', 0.2) +
      blob(random, x, y, 7, 6.4, '#fffdf6', { wild: 0.05 }) +
      (i % 2 ? rect(x - 3, y - 1, 6, 7, '#33403a', 1) : circle(x, y, 1.8, '#cf4f42'))
    );
  });

const omelette = (): Svg =>
  rect(-15, -15, 30, 30, '#8fb35a', 2, 0.6) +
  times(3, (i) =>
    place(
      rect(-11, -4, 22, 8.4, '#f5c943', 1.4) +
        stroke('M-7 1q3-4 6-1t6-1', '#dba632', 0.8) +
        rect(-11, 2.6, 22, 1.8, '#c98a2e', 0.8, 0.5),
      0,
      -9.6 + i * 9.6,
      1,
      (i - 1) * 4,
    ),
  );

const simmered = (random: Random): Svg =>
  times(3, (i) =>
    place(
      shape('M0-5.6L1.6-1.8L5.6-1.6L2.6 1L3.6 5L0 2.8L-3.6 5L-2.6 1L-5.6-1.6L-1.6-1.8Z', '#ee8a3a'),
      (i - 1) * 9,
      -8 + (i % 2) * 3,
      1,
      i * 20,
    ),
  ) +
  times(
    3,
    (i) =>
      circle((i - 1) * 9.4, 4, 4.8, '#8a5a3c') +
      stroke(d`M${(i - 1) * 9.4 - 2.6} 4h5.2M${(i - 1) * 9.4} 1.4v5.2`, '#e9d3b0', 0.9),
  ) +
  times(5, () =>
    oval(
      between(random, -12, 12),
      between(random, 9, 13),
      4,
      1.4,
      '#5f9a4c',
      1,
      between(random, -40, 40),
    ),
  );

const prawns = (): Svg =>
  times(2, (i) =>
    place(
      stroke('M-8 5C-9-6 7-9 9 0', '#e8714a', 6.4) +
        stroke('M-8 5C-9-6 7-9 9 0', '#f6b08a', 2.4) +
        times(4, (k) => stroke(d`M${-7 + k * 4} ${-2 - (k % 3)}l${1.4} -3`, '#fff0e4', 0.9)) +
        shape('M-8 5L-12 10L-7 9L-5 11Z', '#d9502f'),
      0,
      -6 + i * 12,
      0.95,
      i * 8,
    ),
  ) + circle(11, 11, 4, '#f3e27a');

const greens = (random: Random): Svg =>
  blob(random, 0, 0, 14, 13, '#4f8f4a', { wild: 0.16 }) +
  blob(random, -2, -2, 10, 9, '#6fae56', { wild: 0.2 }) +
  times(6, (i) =>
    circle(Math.cos(i * 1.9) * 8, Math.sin(i * 1.9) * 8, 2.8, i % 2 ? '#d9473c' : '#e8694a'),
  ) +
  times(3, (i) => ring(-4 + i * 4, -1 + (i % 2) * 4, 2, '#f6eec0', 0.9));

const fruit = (): Svg =>
  times(3, (i) =>
    place(
      shape('M-6 0A6 6 0 0 1 6 0L0 3Z', '#f3a23c') +
        stroke('M-4-1.6A5 5 0 0 1 4-1.6', '#fbd59a', 0.8),
      (i - 1) * 9.4,
      -6,
      1,
      (i - 1) * 14,
    ),
  ) +
  times(
    6,
    (i) =>
      circle(-8 + (i % 3) * 7, 5 + Math.floor(i / 3) * 6, 3.4, '#7f4f8a') +
      circle(-9 + (i % 3) * 7, 4 + Math.floor(i / 3) * 6, 0.9, '#cfaed6'),
  );

import { darken, WASHI } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { sky } from '../draw/light.ts';
import { back } from '../draw/people.ts';
import { leaf } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { room } from '../draw/room.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function tanabata(random: Random, width: number, height: number): Svg {
  const night = chance(random, 0.5);
  const stalks = width > height ? 3 : 2;
  const behind = night
    ? sky(random, width, height, 'night') + milkyWay(random, width, height)
    : room(random, width, height, 'summer');
  return (
    behind +
    times(stalks, (i) =>
      bamboo(random, width * ((i + 0.3) / stalks) + between(random, 0, 6), width, height),
    ) +
    (chance(random, 0.65) ? watchers(random, width, height) : '')
  );
}

function bamboo(random: Random, x: number, width: number, height: number): Svg {
  const lean = between(random, 0.06, 0.2) * width;
  const line = d`M${x} ${height + 2}Q${x + lean * 0.1} ${height * 0.4} ${x + lean} ${-4}`;
  const joints = 6;
  const twigs = times(joints, (i) => {
    const t = (i + 0.8) / joints;
    const px = x + lean * t * t;
    const py = height * (1 - t);
    return twig(random, px, py, i % 2 ? 1 : -1, height * between(random, 0.13, 0.2), t > 0.25);
  });
  return stroke(line, '#5f8f45', 2.4) + stroke(line, '#a5c86f', 0.8) + twigs;
}

function twig(
  random: Random,
  x: number,
  y: number,
  side: number,
  length: number,
  bears: boolean,
): Svg {
  const [ex, ey] = [x + side * length, y - length * 0.22];
  const leaves = times(8, (i) => {
    const t = 0.3 + (i / 8) * 0.75;
    const green = pick(random, ['#5f9a4c', '#7fb35a', '#4a8548']);
    const angle = (side > 0 ? 0 : 180) + side * between(random, 15, 75);
    return place(
      shape(leaf(length * 0.42, length * 0.065), green),
      x + (ex - x) * t,
      y + (ey - y) * t,
      1,
      angle,
    );
  });
  const paper = bears
    ? times(whole(random, 1, 2), (i) =>
        strip(
          random,
          x + (ex - x) * (0.55 + i * 0.4),
          y + (ey - y) * (0.55 + i * 0.4),
          length * 0.5,
        ),
      )
    : '';
  return (
    stroke(
      d`M${x} ${y}Q${x + side * length * 0.5} ${y - length * 0.3} ${ex} ${ey}`,
      '#6f9f4f',
      0.7,
    ) +
    leaves +
    paper
  );
}

function strip(random: Random, x: number, y: number, size: number): Svg {
  const colour = pick(random, [
    '#d9534a',
    '#f0b048',
    '#fffaf0',
    '#7f6fb5',
    '#4f9f7a',
    '#e88fa8',
    '#5d9fd0',
  ]);
  const words = times(
    2,
    (i) =>
      stroke(d`M${1.1 - i * 2.2} 4v${i ? 6 : 8}`, darken(colour, 0.55), 0.7, 0.7) +
      rect(0.6 - i * 2.2, 5.6, 1, 1, colour) +
      rect(0.6 - i * 2.2, 8.2, 1, 0.8, colour),
  );
  const decor = chance(random, 0.8)
    ? rect(-3, 2, 6, 14, '#3a2a3a', 0.4, 0.16) + rect(-3.2, 1.4, 6.4, 14, colour, 0.4) + words
    : times(4, (i) => place(rect(-2.2, -2.2, 4.4, 4.4, WASHI[i] ?? colour), 0, 4 + i * 4.4, 1, 45));
  return place(stroke('M0 0V2', '#fff3dc', 0.4) + decor, x, y, size / 9, between(random, -12, 12));
}

const milkyWay = (random: Random, width: number, height: number): Svg =>
  stroke(
    d`M${-8} ${height * 0.62}Q${width * 0.5} ${height * 0.3} ${width + 8} ${-4}`,
    '#cfd3f2',
    height * 0.2,
    0.14,
  ) +
  times(90, () => {
    const t = random();
    return circle(
      t * width,
      height * (0.64 - t * 0.62) + between(random, -0.1, 0.1) * height,
      between(random, 0.2, 0.6),
      '#fff8e0',
      0.85,
    );
  });

const watchers = (random: Random, width: number, height: number): Svg =>
  times(whole(random, 1, width > height ? 3 : 2), (i) =>
    place(back(elder(random)), width * (0.28 + i * 0.26), height * 0.84 + (i % 2) * 3, 0.72),
  );

import { darken } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { carer, elder } from '../draw/face.ts';
import { sky } from '../draw/light.ts';
import { standing, wheelchair } from '../draw/people.ts';
import { leaf, petals } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { circle, d, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function sunflowers(random: Random, width: number, height: number): Svg {
  const far = height * between(random, 0.46, 0.54);
  const front = whole(random, 3, width > height ? 6 : 4);
  return (
    sky(random, width, height, 'day') +
    hills(random, width, height, far - 3, 4, '#9cc48a') +
    hills(random, width, height, far + 1, 1.5, '#5f9a4c') +
    times(4, (row) => rowOf(random, width, far + 3 + row * 5, 1.6 + row * 0.9)) +
    (chance(random, 0.55) ? visitors(random, width, height) : '') +
    hills(random, width, height, height * 0.86, 2, '#4a8548') +
    times(front, (i) => {
      const x = width * ((i + 0.5) / front) + between(random, -6, 6);
      return flower(
        random,
        x,
        height * (i % 2 ? 0.6 : 0.44) + between(random, -6, 10),
        between(random, 9, 14),
        height,
      );
    })
  );
}

const rowOf = (random: Random, width: number, y: number, r: number): Svg =>
  stroke(d`M0 ${y + r}H${width}`, pick(random, ['#5a9450', '#4a8548']), r * 2.4) +
  times(width / (r * 2.7), (i) => {
    const [x, at] = [i * r * 2.7 + between(random, -1, 1), y + between(random, -1, 1)];
    return circle(x, at, r, '#f5c13e') + circle(x, at, r * 0.45, '#6b4630');
  });

function flower(random: Random, x: number, y: number, r: number, height: number): Svg {
  const gold = pick(random, ['#f7c33c', '#f5b52e', '#fad155']);
  const stem = stroke(
    d`M${x + 2} ${height + 2}Q${x - 3} ${(y + height) / 2} ${x} ${y}`,
    '#4f8a45',
    2,
  );
  const leaves = times(3, (i) => {
    const green = i % 2 ? '#5f9f4f' : '#4f8f48';
    return place(
      shape(leaf(r * 1.3, r * 0.5), green) + stroke(d`M0 0H${r}`, darken(green, 0.2), 0.4),
      x,
      y + r * (1.4 + i * 0.7),
      1,
      i % 2 ? 160 : 20,
    );
  });
  const seeds = times(30, (i) => {
    const reach = Math.sqrt(i / 30) * r * 0.4;
    return circle(
      Math.cos(i * 2.4) * reach,
      Math.sin(i * 2.4) * reach,
      r * 0.035,
      i < 12 ? '#3f2a20' : '#a8743c',
    );
  });
  const face =
    circle(1, 2, r, '#2e3a2a', 0.14) +
    shape(petals(15, r, 1.3, 1.12), darken(gold, 0.16)) +
    place(shape(petals(15, r * 0.94, 1.2, 1.12), gold), 0, 0, 1, 12) +
    circle(0, 0, r * 0.5, '#6b4630') +
    circle(-r * 0.06, -r * 0.06, r * 0.4, '#7f5638') +
    seeds;
  return stem + leaves + place(face, x, y, 1, between(random, -15, 15));
}

const visitors = (random: Random, width: number, height: number): Svg =>
  place(wheelchair(elder(random)) + hat(-12), width * 0.36, height * 0.86 - 62 * 0.62, 0.62) +
  place(
    standing(carer(random), '#5d6b86', [-17, 8]),
    width * 0.36 + 25,
    height * 0.87 - 78 * 0.62,
    0.62,
  );

const hat = (y: number): Svg =>
  shape(d`M-17 ${y}Q0 ${y - 5} 17 ${y}Q0 ${y + 5}-17 ${y}Z`, '#e8cf94') +
  shape(d`M-9 ${y - 1}C-9 ${y - 11} 9 ${y - 11} 9 ${y - 1}Q0 ${y + 2}-9 ${y - 1}Z`, '#f3dfae') +
  stroke(d`M-9 ${y - 1.4}Q0 ${y + 1.4} 9 ${y - 1.4}`, '#c9635a', 1.6);

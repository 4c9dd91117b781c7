import { hills } from '../draw/curves.ts';
import { shadow, sky, snowfall } from '../draw/light.ts';
import { crown, tree } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function snowGarden(random: Random, width: number, height: number): Svg {
  const ground = height * between(random, 0.58, 0.64);
  const x = width * between(random, 0.26, 0.7);
  const dusk = chance(random, 0.35);
  return (
    sky(random, width, height, dusk ? 'dusk' : 'winter') +
    hills(random, width, height, ground - 14, 7, '#c9d6de') +
    times(7, (i) =>
      whiteTree(
        random,
        (width * (i + between(random, 0.2, 0.8))) / 7,
        ground + 2,
        between(random, 18, 30),
      ),
    ) +
    hills(random, width, height, ground, 2.5, '#eef2f4') +
    pond(width, height, ground) +
    shadow(x + 6, height * 0.86, 18, 3, 0.12) +
    place(lantern(dusk), x, height * 0.86, height > width ? 1.15 : 0.95) +
    hills(random, width, height, height * 0.9, 3, '#fbfbf8') +
    camellia(random, x > width / 2 ? width * 0.06 : width * 0.94, height * 0.92) +
    (chance(random, 0.4)
      ? place(snowman(random), x > width / 2 ? width * 0.3 : width * 0.72, height * 0.94)
      : '') +
    snowfall(random, width, height)
  );
}

const whiteTree = (random: Random, x: number, y: number, size: number): Svg =>
  tree(random, x, y, size, ['#7f9486', '#a9b9b0', '#f6f8f6'], '#6f5f5a');

const pond = (width: number, height: number, y: number): Svg =>
  oval(width * 0.5, y + (height - y) * 0.3, width * 0.3, (height - y) * 0.13, '#8fb0bf') +
  stroke(
    d`M${width * 0.32} ${y + (height - y) * 0.28}h${width * 0.16}M${width * 0.5} ${y + (height - y) * 0.34}h${width * 0.2}`,
    '#d3e3ea',
    0.6,
  );

/** 50 units, with snow on its roof. */
const lantern = (lit: boolean): Svg =>
  shape('M-11 0L-8-5H8L11 0Z', '#8d8f92') +
  rect(-4, -22, 8, 18, '#a0a3a5') +
  rect(0.6, -22, 3.4, 18, '#7d8085') +
  shape('M-11-22H11L8-27H-8Z', '#8d8f92') +
  rect(-7, -37, 14, 10, '#a9acae') +
  rect(-4, -35.4, 8, 7.4, lit ? '#ffd57f' : '#5f6066', 1) +
  (lit ? circle(0, -32, 11, '#ffd57f', 0.2) : '') +
  shape('M-15-36Q-6-40-4-46H4Q6-40 15-36Z', '#8d8f92') +
  shape(
    'M-16-37Q-7-42-5-48Q0-53 5-48Q7-42 16-37Q10-37.4 8-39Q0-36-6-39Q-11-36.4-16-37Z',
    '#ffffff',
  ) +
  circle(0, -50, 2.6, '#ffffff') +
  shape('M-11-22Q-6-25-4-23.4H4Q8-25 11-22Z', '#ffffff');

function camellia(random: Random, x: number, y: number): Svg {
  const red = pick(random, ['#cf3f45', '#d9586a', '#e58fa0']);
  const flowers = times(whole(random, 4, 7), () => {
    const [fx, fy] = [x + between(random, -15, 15), y - between(random, 8, 34)];
    return (
      circle(fx, fy, 3.6, red) +
      circle(fx - 0.4, fy - 0.4, 2.4, '#f0a0a4', 0.35) +
      circle(fx, fy + 0.4, 1.4, '#f5cf6a')
    );
  });
  return (
    crown(random, x, y - 18, 20, 22, ['#2f5a42', '#3f7a52', '#5a9562'], 10) +
    flowers +
    times(6, () =>
      oval(x + between(random, -14, 14), y - between(random, 20, 38), 5, 1.8, '#ffffff'),
    )
  );
}

const snowman = (random: Random): Svg =>
  oval(2, 0, 11, 2, '#3a2a3a', 0.12) +
  circle(0, -7, 8, '#ffffff') +
  circle(0, -18, 5.6, '#ffffff') +
  shape('M2-14A8 8 0 0 1 3 .6Q9-4 2-14Z', '#c9d6e2', 0.6) +
  circle(-2, -19, 0.7, '#3a2f33') +
  circle(2, -19, 0.7, '#3a2f33') +
  stroke('M-1.6-16.4Q0-15 1.6-16.4', '#3a2f33', 0.6) +
  stroke('M-5-13.6Q0-11.4 5-13.6L7-8', pick(random, ['#d9534a', '#4f8fb0', '#e8963c']), 2.2) +
  rect(-4, -26, 8, 4, pick(random, ['#5d6fa8', '#c9564b', '#6b8f4a']), 1);

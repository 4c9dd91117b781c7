import { darken, lighten } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { glow, shadow } from '../draw/light.ts';
import { seated } from '../draw/people.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { room } from '../draw/room.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const BALLS = ['#d9473c', '#f3b93c', '#fff3dc', '#5d82b0', '#c96f93'];

export function christmasTree(random: Random, width: number, height: number): Svg {
  const floor = height * 0.74;
  const wide = width > height * 1.1;
  const x = width * (wide ? between(random, 0.6, 0.72) : 0.5);
  const tall = height * (wide ? 0.8 : 0.68);
  const guest = wide && chance(random, 0.75);
  return (
    room(random, width, height, 'winter', floor) +
    lights(random, width) +
    shadow(x, floor + 13, 32, 5, 0.2) +
    place(tree(random), x, floor + 12, tall / 92) +
    times(whole(random, 2, 4), (i) =>
      place(
        parcel(random),
        x + (i - 1.2) * 19,
        floor + 17 + (i % 2) * 3,
        between(random, 0.8, 1.1),
      ),
    ) +
    (guest
      ? place(
          seated(
            random,
            { ...elder(random) },
            '#6f6a80',
            pick(random, [undefined, { left: [-7, 17], right: [7, 17] }]),
          ) + place(santaHat(), 0, -17),
          width * 0.22,
          height * 0.94 - 62,
          1,
        )
      : '')
  );
}

function tree(random: Random): Svg {
  const green = pick(random, ['#3f7a52', '#2f6a4a', '#4a8560']);
  const layer = (y: number, half: number, tall: number): Svg =>
    shape(
      d`M0 ${y - tall}Q${half * 0.4} ${y - tall * 0.4} ${half} ${y}Q${half * 0.7} ${y + 4} ${half * 0.5} ${y + 1}Q${half * 0.3} ${y + 5} 0 ${y + 2}Q${-half * 0.3} ${y + 5} ${-half * 0.5} ${y + 1}Q${-half * 0.7} ${y + 4} ${-half} ${y}Q${-half * 0.4} ${y - tall * 0.4} 0 ${y - tall}Z`,
      green,
    ) +
    shape(
      d`M0 ${y - tall}Q${half * 0.4} ${y - tall * 0.4} ${half} ${y}Q${half * 0.7} ${y + 4} ${half * 0.5} ${y + 1}Q${half * 0.3} ${y - tall * 0.3} 0 ${y - tall}Z`,
      darken(green, 0.25),
      0.6,
    ) +
    stroke(d`M${-half * 0.9} ${y}Q0 ${y + 2} ${half * 0.9} ${y - 3}`, '#f6e2a8', 0.7, 0.7);
  const balls = times(22, (i) => {
    const y = -78 + Math.sqrt(i / 22) * 66;
    const x = Math.sin(i * 2.6) * (82 + y) * 0.36;
    const hue = pick(random, BALLS);
    return i % 3 === 2
      ? glow(x, y, 0.8, '#ffe08a')
      : circle(x, y, 2.2, hue) + circle(x - 0.7, y - 0.7, 0.6, lighten(hue, 0.7));
  });
  return (
    rect(-4, -12, 8, 10, '#7a5238') +
    shape('M-10-6H10L8 2H-8Z', '#b8593f') +
    layer(-10, 33, 34) +
    layer(-32, 27, 30) +
    layer(-52, 20, 27) +
    balls +
    place(star(), 0, -80)
  );
}

const star = (): Svg =>
  circle(0, 0, 7, '#ffe9a8', 0.35) +
  shape('M0-6L1.7-2L6-1.7L2.7 1L3.8 5.2L0 2.9L-3.8 5.2L-2.7 1L-6-1.7L-1.7-2Z', '#f7c33c');

function parcel(random: Random): Svg {
  const hue = pick(random, ['#d9534a', '#5d82b0', '#f0e2c4', '#7fa86a', '#e8a33d']);
  const band = hue === '#f0e2c4' ? '#c9473c' : '#fff3dc';
  const tall = between(random, 9, 14);
  return (
    rect(-8, -tall, 16, tall, hue, 0.6) +
    rect(3, -tall, 5, tall, '#3a2a3a', 0.6, 0.12) +
    rect(-1.2, -tall, 2.4, tall, band) +
    stroke(d`M0 ${-tall}q-6 -6 -6 -1.6t6 1.6q6 -6 6 -1.6t-6 1.6`, band, 1.1)
  );
}

const lights = (random: Random, width: number): Svg =>
  stroke(d`M0 4Q${width * 0.25} 14 ${width * 0.5} 5T${width} 5`, '#6f7f6a', 0.6) +
  times(width / 9, (i) =>
    glow(
      i * 9 + 4,
      7 + Math.sin((i * 9 * 6.28) / width) * 3.6,
      1.1,
      pick(random, ['#ffd36e', '#ff9f8a', '#a8d8a0', '#9fc8f0']),
    ),
  );

const santaHat = (): Svg =>
  shape('M-10 2C-9-9 0-13 12-8Q15-3 14 2Q11-4 8-4Q10 0 9.6 2Z', '#cf3f3a') +
  rect(-11, 0, 22, 4.4, '#fffaf0', 2.2) +
  circle(14, 3, 2.8, '#fffaf0');

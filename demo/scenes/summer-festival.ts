import { darken, lighten } from '../draw/colour.ts';
import { elder, face, type Look } from '../draw/face.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';
import { shadow, sky } from '../draw/light.ts';
import { crown } from '../draw/plants.ts';
import { between, chance, cycle, pick, whole, type Random } from '../draw/random.ts';

const ROBES = ['#5d6fa8', '#c96f83', '#6f9aa8', '#8a7ab5', '#d9a06a', '#5f8a7a'];

export function summerFestival(random: Random, width: number, height: number): Svg {
  const ground = height * 0.68;
  const people = Math.max(2, Math.round(width / 40));
  const size = height > width ? 1.05 : 0.92;
  const start = whole(random, 0, 5);
  return (
    sky(random, width, height, chance(random, 0.6) ? 'night' : 'dusk') +
    times(5, (i) =>
      crown(
        random,
        (width * (i + 0.4)) / 5,
        ground - 6,
        18,
        12,
        ['#26364a', '#2f4456', '#3a5262'],
        7,
      ),
    ) +
    rect(0, ground, width, height - ground, '#b58a64') +
    oval(width / 2, ground + 5, width * 0.4, 6, '#ffe0a0', 0.25) +
    place(tower(), width / 2, ground + 4, height > width ? 1.15 : 0.95) +
    lanterns(width, height) +
    times(people, (i) => {
      const x = (width * (i + 0.5)) / people + between(random, -3, 3);
      return (
        shadow(x, height * 0.985, 15 * size, 2.4, 0.25) +
        place(
          dancer(random, cycle(ROBES, i + start), i % 2 ? 1 : -1),
          x,
          height * 0.985 - 52 * size,
          size,
        )
      );
    })
  );
}

/** The stage with its drum; base at y = 0. */
const tower = (): Svg =>
  stroke('M-22 0V-52M22 0V-52', '#6b4a34', 2.4) +
  rect(-22, -20, 44, 20, '#fffaf0') +
  times(6, (i) => rect(-22 + i * 7.4, -20, 3.7, 20, '#d9473c')) +
  rect(-25, -23, 50, 3.4, '#8a6444') +
  circle(0, -31, 8, '#8a4a2f') +
  circle(0, -31, 6.2, '#f6e2c0') +
  times(10, (i) =>
    circle(Math.cos(i * 0.628) * 7.1, -31 + Math.sin(i * 0.628) * 7.1, 0.6, '#f3c64e'),
  ) +
  shape('M-28-50L0-62L28-50Z', '#7a3a34') +
  shape(
    'M-24-50H24V-46Q21-42 18-46Q15-42 12-46Q9-42 6-46Q3-42 0-46Q-3-42-6-46Q-9-42-12-46Q-15-42-18-46Q-21-42-24-46Z',
    '#d9473c',
  );

function lanterns(width: number, height: number): Svg {
  const line = (y: number, dip: number, count: number): Svg =>
    stroke(d`M0 ${y}Q${width / 2} ${y + dip * 2} ${width} ${y}`, '#4a3a4a', 0.4) +
    times(count, (i) => {
      const t = (i + 0.5) / count;
      return lantern(width * t, y + dip * 4 * t * (1 - t), i);
    });
  return (
    line(height * 0.04, height * 0.06, Math.round(width / 18)) +
    line(height * 0.18, height * 0.07, Math.round(width / 22))
  );
}

const lantern = (x: number, y: number, i: number): Svg =>
  circle(x, y + 5, 9, '#ffcf7a', 0.18) +
  oval(x, y + 5, 3.8, 4.6, i % 2 ? '#f0603f' : '#ffe6b0') +
  stroke(
    d`M${x - 3.5} ${y + 3.4}h7M${x - 3.8} ${y + 5}h7.6M${x - 3.5} ${y + 6.6}h7`,
    i % 2 ? '#c9402a' : '#e0b46a',
    0.35,
  ) +
  rect(x - 1.8, y, 3.6, 1, '#3a2a30') +
  rect(x - 1.8, y + 9, 3.6, 1, '#3a2a30');

function dancer(random: Random, hue: string, side: 1 | -1): Svg {
  const look: Look = { ...elder(random), jacket: hue };
  const sash = pick(random, ['#f3c64e', '#fff3dc', '#e8694a', '#8fb85a']);
  const dots = times(10, (i) =>
    circle(
      -9 + (i % 4) * 6 + (i > 3 ? 2 : 0),
      14 + Math.floor(i / 4) * 11 + (i % 2) * 3,
      1.5,
      lighten(hue, 0.5),
    ),
  );
  return (
    sleeve(look, side, true) +
    sleeve(look, -side as 1 | -1, false) +
    shape('M-13 52L-12 6Q-8 1 0 1T12 6L13 52Z', hue) +
    dots +
    rect(-12.6, 21, 25.2, 6, sash, 1) +
    stroke('M-12.6 24H12.6', darken(sash, 0.2), 0.6) +
    rect(-3.2, -3, 6.4, 7, darken(look.skin, 0.1), 2) +
    collar(hue) +
    place(face(random, look), 0, -9)
  );
}

/** Left over right: from the front, like the letter y. */
const collar = (hue: string): Svg =>
  shape('M-5 1.4L0 8L5 1.4Q0 6-5 1.4Z', '#fffaf0') +
  stroke('M-5.4 1.6L1 10', darken(hue, 0.25), 1.8) +
  stroke('M5.4 1.6L-7 21', lighten(hue, 0.55), 1.8);

const sleeve = (look: Look, side: 1 | -1, up: boolean): Svg => {
  const [x, y] = up ? [side * 20, -12] : [side * 19, 22];
  return (
    shape(
      up
        ? d`M${side * 9} 5L${side * 19} -7L${side * 25} 8L${side * 11} 20Z`
        : d`M${side * 9} 5L${side * 21} 16L${side * 15} 30L${side * 8} 20Z`,
      darken(look.jacket, 0.12),
    ) +
    stroke(d`M${side * 18} ${up ? -4 : 17}L${x} ${y}`, look.skin, 4.4) +
    circle(x, y, 2.9, look.skin)
  );
};

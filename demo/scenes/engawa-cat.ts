import { darken, GREENS, lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { shadow, sky } from '../draw/light.ts';
import { resting } from '../draw/people.ts';
import { crown } from '../draw/plants.ts';
import { chance, pick, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const COATS = [
  ['#e9a456', '#c97f3a'],
  ['#8f8a8c', '#6b666a'],
  ['#fdf6ea', '#e8a14e'],
  ['#4a4248', '#2f2a30'],
  ['#f3e6d2', '#b5957a'],
] as const;

export function engawaCat(random: Random, width: number, height: number): Svg {
  const season = pick(random, ['spring', 'summer', 'autumn'] as const);
  const deck = height * 0.66;
  const [coat, mark] = pick(random, COATS);
  const left = chance(random, 0.5);
  const asleep = chance(random, 0.5);
  return (
    sky(random, width, height, season === 'summer' ? 'day' : season) +
    hills(random, width, height, height * 0.4, 4, lighten(GREENS[season][2], 0.3)) +
    times(5, (i) =>
      crown(random, (width * (i + 0.5)) / 5, height * 0.5, 18, 11, GREENS[season], 8),
    ) +
    hills(random, width, height, height * 0.55, 2, '#d9cfae') +
    times(4, (i) =>
      oval(width * (0.2 + i * 0.2), height * (0.6 + (i % 2) * 0.02), 8, 2, '#a9a59a'),
    ) +
    floor(width, height, deck) +
    frame(width, height) +
    (chance(random, 0.5)
      ? place(
          resting(elder(random), pick(random, ['#6f6a80', '#7a6a5a', '#5f6f80'])),
          width * (left ? 0.78 : 0.22),
          deck - 30,
          1,
        )
      : '') +
    cushion(
      width * (left ? 0.36 : 0.62),
      height * 0.87,
      pick(random, ['#b5564a', '#5f7f9a', '#8a7a4f', '#7a5f8a']),
    ) +
    place(
      asleep ? sleeping(coat, mark) : sitting(coat, mark),
      width * (left ? 0.36 : 0.62),
      height * 0.86,
      height > width ? 1.15 : 1,
      0,
      left,
    ) +
    place(teacup(), width * (left ? 0.66 : 0.3), height * 0.9, 1)
  );
}

const floor = (width: number, height: number, y: number): Svg =>
  rect(0, y, width, height - y, '#c9976a') +
  rect(0, y, width, 1.6, '#e6bf94') +
  times(6, (i) => stroke(d`M0 ${y + 3 + i * i * 1.1}H${width}`, '#a3764c', 0.4)) +
  shape(d`M0 ${y}H${width * 0.8}L${width * 0.56} ${height}H0Z`, '#fff0c4', 0.28);

const frame = (width: number, height: number): Svg =>
  rect(0, 0, width, height * 0.07, '#8a6444') +
  rect(0, height * 0.07, width, 1.2, '#6b4a34') +
  rect(width * 0.02, 0, 4, height * 0.68, '#8a6444') +
  rect(width * 0.98 - 4, 0, 4, height * 0.68, '#8a6444');

const cushion = (x: number, y: number, hue: string): Svg =>
  shadow(x, y + 3, 32, 5, 0.18) +
  oval(x, y, 30, 6.4, hue) +
  oval(x, y - 1.4, 27, 4.8, lighten(hue, 0.2)) +
  circle(x, y - 1, 1, '#f6e2b0');

const ears = (coat: string): Svg =>
  shape('M-8-3L-8.4-12L-1.6-7.6ZM8-3L8.4-12L1.6-7.6Z', coat) +
  shape('M-6.6-5L-7-9.6L-3.4-7.2ZM6.6-5L7-9.6L3.4-7.2Z', '#f0b3a8');

const catFace = (coat: string, mark: string, shut: boolean): Svg => {
  const ink = coat === '#4a4248' ? '#f6dc8a' : '#3a2f33';
  const eyes = shut
    ? stroke('M-5.4-.6Q-3.8 .8-2.2-.6M2.2-.6Q3.8 .8 5.4-.6', ink, 0.8)
    : oval(-3.8, -1, 1, 1.5, ink) + oval(3.8, -1, 1, 1.5, ink);
  return (
    ears(coat) +
    oval(0, 0, 9.4, 8, coat) +
    shape('M-3-7.8Q0-3 3-7.8Z', mark) +
    stroke('M-5.6-6.6L-4.4-3.8M5.6-6.6L4.4-3.8', mark, 1.4) +
    oval(0, 3.2, 4.4, 3.2, lighten(coat, 0.6), 0.8) +
    eyes +
    shape('M-1 1.6H1L0 2.8Z', '#d98a86') +
    stroke('M0 2.8Q-1 4.6-2.4 4M0 2.8Q1 4.6 2.4 4', ink, 0.5) +
    stroke('M-6 2.4L-12 1.4M-6 3.6L-12 4.4M6 2.4L12 1.4M6 3.6L12 4.4', '#ffffff', 0.35, 0.9)
  );
};

const sleeping = (coat: string, mark: string): Svg =>
  shape('M-22-2C-24-16-8-22 6-20C20-18 25-8 22-2C16 2-16 2-22-2Z', coat) +
  shape('M-4-20.4Q-1-14 4-20.2ZM6-20Q10-14 14-17.4ZM17-15Q18-10 22-11Z', mark) +
  stroke('M20-3C12 3-4 3-8-2', darken(coat, 0.12), 5) +
  stroke('M-4 .6Q-7 .4-8-2', mark, 5) +
  place(catFace(coat, mark, true), -13, -8, 1, -8);

const sitting = (coat: string, mark: string): Svg =>
  stroke('M12-3C22-2 25-8 22-14', mark, 4) +
  shape('M-10-1C-14-16-8-28 0-28S15-16 13-1Q2 2-10-1Z', coat) +
  shape('M12-14Q8-13 7-9Q11-7 13-8ZM10-21Q6-20 6-17Q10-15 12-16Z', mark) +
  shape('M-4-22Q0-18 4-22Q4-10 0-8T-4-22Z', lighten(coat, 0.6), 0.8) +
  oval(-5, -1, 3.6, 2.4, lighten(coat, 0.2)) +
  oval(3, -1, 3.6, 2.4, lighten(coat, 0.2)) +
  place(catFace(coat, mark, false), -1, -31, 1.05);

const teacup = (): Svg =>
  shadow(1, 0, 8, 1.6, 0.2) +
  oval(0, -0.6, 8, 1.8, '#8a5a3c') +
  shape('M-4.6-9H4.6L3.8-1H-3.8Z', '#5f7f86') +
  oval(0, -9, 4.6, 1.2, '#a9b85a') +
  stroke('M-1-12q-1.6-2 0-4M2-12q-1.6-2 0-4', '#ffffff', 0.6, 0.7);

import { lighten, WASHI } from '../draw/colour.ts';
import { carer, elder } from '../draw/face.ts';
import { glow, shadow } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { between, chance, cycle, pick, whole, type Random } from '../draw/random.ts';
import { room, table } from '../draw/room.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function birthdayCake(random: Random, width: number, height: number): Svg {
  const top = height * 0.7;
  const size = height > width ? 1.25 : 1.05;
  const season = pick(random, ['spring', 'summer', 'autumn', 'winter'] as const);
  const guests = width > height * 1.1 ? (chance(random, 0.5) ? 2 : 1) : 0;
  return (
    room(random, width, height, season, top) +
    bunting(random, width, height) +
    times(guests, (i) =>
      place(
        bust(random, i === 0 ? carer(random) : elder(random)),
        width * (i === 0 ? 0.8 : 0.2),
        top - 33 * size * 0.95,
        size * 0.92,
      ),
    ) +
    place(
      bust(random, elder(random), pick(random, [undefined, { left: [-11, 9], right: [11, 9] }])) +
        party(random),
      width * 0.5,
      top - 32 * size,
      size,
    ) +
    table(random, width, height, top) +
    shadow(width * 0.5, top + 19, 24, 5, 0.2) +
    place(cake(random), width * 0.5, top + 18, height > width ? 1.15 : 0.95) +
    times(2, (i) => place(cup(), width * (i ? 0.84 : 0.14), top + 14, 1))
  );
}

function bunting(random: Random, width: number, height: number): Svg {
  const flags = Math.round(width / 12);
  const start = whole(random, 0, 5);
  const line = stroke(
    d`M0 ${height * 0.05}Q${width / 2} ${height * 0.15} ${width} ${height * 0.05}`,
    '#b98d62',
    0.5,
  );
  return (
    line +
    times(flags, (i) => {
      const t = (i + 0.5) / flags;
      const y = height * (0.05 + 0.2 * t * (1 - t));
      return shape(d`M${t * width - 4} ${y}h8l-4 8Z`, cycle(WASHI, i + start), 0.92);
    })
  );
}

const party = (random: Random): Svg => {
  const hue = pick(random, WASHI);
  return (
    shape('M-7-20L2-38L8-20Q0-17-7-20Z', hue) +
    stroke('M-4.4-25L6-24M-2-30L4.6-29', lighten(hue, 0.6), 1.6) +
    circle(2, -38, 2.2, '#fff3c0')
  );
};

function cake(random: Random): Svg {
  const cream = pick(random, ['#fffaf0', '#fdeff0', '#7a4a34']);
  const drip = cream === '#7a4a34' ? '#5a3424' : '#f6d6c9';
  const candles = whole(random, 3, 6);
  return (
    oval(0, 0, 27, 5, '#ffffff') +
    oval(0, -0.6, 24, 4, '#e6ebea') +
    shape('M-20-19V-3Q0 4 20-3V-19Z', cream) +
    stroke('M-20-10Q0-3 20-10', '#e8998f', 2.6, 0.8) +
    shape('M10-16V-.4Q16-1.6 20-3V-19Z', '#8a5a4a', 0.12) +
    oval(0, -19, 20, 5, lighten(cream, 0.4)) +
    shape(
      'M-20-19Q-20-14-17-13.6T-14-16Q-11-10-8-13T-2-13Q1-8 4-12.6T10-13Q13-10 16-14T20-19Q0-12-20-19Z',
      drip,
    ) +
    times(7, (i) => strawberry((i - 3) * 5.4, -19.6 - (i % 2 ? 2.4 : 0) + Math.abs(i - 3) * -0.1)) +
    times(candles, (i) => candle(random, (i - (candles - 1) / 2) * 6, -22))
  );
}

const strawberry = (x: number, y: number): Svg =>
  shape(
    d`M${x - 2.6} ${y}Q${x} ${y - 6.4} ${x + 2.6} ${y}Q${x} ${y + 1.4} ${x - 2.6} ${y}Z`,
    '#d9392f',
  ) +
  circle(x - 0.8, y - 1.6, 0.3, '#ffe6b0') +
  circle(x + 0.8, y - 1, 0.3, '#ffe6b0');

const candle = (random: Random, x: number, y: number): Svg =>
  rect(x - 0.8, y - 9, 1.6, 9, cycle(WASHI, whole(random, 0, 5)), 0.4) +
  rect(x - 0.8, y - 6, 1.6, 1.2, '#fffaf0') +
  glow(x, y - 11.4, 1.1, '#ffc64a') +
  shape(d`M${x} ${y - 14}q${between(random, 1.4, 2)} 3 0 4.4q-1.8-1.4 0-4.4Z`, '#ff9f3a');

const cup = (): Svg =>
  oval(0, 1, 11, 2.6, '#ffffff') +
  shape('M-7-8H7Q7 0 0 0T-7-8Z', '#fffaf0') +
  oval(0, -8, 7, 1.8, '#a8693c') +
  stroke('M7-6.4Q11-6 6-2', '#fffaf0', 1.2);

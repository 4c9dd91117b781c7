import { lighten } from '../draw/colour.ts';
import { carer, elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { bust, LAP } from '../draw/people.ts';
import { bloom } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { room, table, type Season } from '../draw/room.ts';
import { circle, d, oval, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function teaTime(random: Random, width: number, height: number): Svg {
  const top = height * 0.68;
  const season = pick<Season>(random, ['spring', 'summer', 'autumn', 'winter']);
  const people = width > height * 1.1 ? whole(random, 2, width > 160 ? 4 : 3) : whole(random, 1, 2);
  const size = height > width ? 1.16 : 1.02;
  const mug = pick(random, ['#5f7f86', '#e8a87c', '#8fa58a', '#c98a8f']);
  const sip = whole(random, 0, people - 1);
  return (
    room(random, width, height, season, top) +
    times(people, (i) => {
      const held = i === sip ? place(cup(mug), 0, 16, 1) : '';
      const who = i > 0 && i === people - 1 && chance(random, 0.35) ? carer(random) : elder(random);
      const seat = bust(random, who, i === sip ? { left: [-7, 16], right: [7, 16] } : LAP);
      return place(
        seat + held,
        (width * (i + 0.5)) / people + between(random, -2, 2),
        top - 32 * size,
        size,
      );
    }) +
    table(random, width, height, top) +
    place(flowers(random), width * (people === 2 ? 0.5 : 0.1), top + 12, 1) +
    times(
      people,
      (i) =>
        place(snack(random), (width * (i + 0.5)) / people - 6, height * 0.88, 1.1) +
        (i === sip ? '' : place(cup(mug), (width * (i + 0.5)) / people + 13, height * 0.88, 1.1)),
    )
  );
}

/** With steam; base at y = 0. */
const cup = (hue: string): Svg =>
  oval(1, 0, 6, 1.4, '#3a2a3a', 0.18) +
  shape('M-5-9H5L4 0H-4Z', hue) +
  shape('M1-9H5L4 0H1.6Z', '#3a2a3a', 0.14) +
  oval(0, -9, 5, 1.4, lighten(hue, 0.4)) +
  oval(0, -8.8, 4, 1, '#a9b85a') +
  stroke('M-1.4-12q-1.6-2 0-4t0-4M1.8-12q-1.6-2 0-4', '#ffffff', 0.7, 0.7);

function snack(random: Random): Svg {
  const plate =
    shadow(0, 1, 12, 2.4, 0.18) + oval(0, 0, 11.4, 3, '#ffffff') + oval(0, -0.4, 9, 2, '#e9eceb');
  const bun = shape('M-6-1C-7-8 7-8 6-1Q0 1-6-1Z', '#fffaf0') + circle(0, -5, 1, '#d9473c');
  const rice =
    times(3, (i) =>
      circle((i - 1) * 4.8, -2.6, 2.7, ['#f3b4c2', '#fffdf6', '#a9c47a'][i] ?? '#fff'),
    ) + stroke('M-9-2.4H10', '#c99f68', 0.5);
  const roll =
    shape('M-7-1V-6Q-7-8-5-8H5Q7-8 7-6V-1Z', '#e8b04e') +
    stroke('M-3-4a2 2 0 1 1 3 1.6', '#fff3dc', 0.9) +
    stroke(d`M-7 -7Q0 -9.4 7 -7`, '#a8693c', 1);
  return plate + pick(random, [bun, rice, roll]);
}

const flowers = (random: Random): Svg => {
  const hue = pick(random, ['#f3b93c', '#e58fa8', '#fff4ea', '#b59fd6', '#e8694a']);
  return (
    shadow(1, 0, 6, 1.4) +
    stroke('M0-8Q-3-16-6-20M0-8V-24M0-8Q3-16 6-19', '#6f9f56', 0.8) +
    bloom(-6, -20, 4, hue, '#f6dc86', { count: 6 }) +
    bloom(6, -19, 3.8, lighten(hue, 0.3), '#f6dc86', { count: 6 }) +
    bloom(0, -25, 4.4, hue, '#f6dc86', { count: 6, turn: 20 }) +
    shape('M-3-11H3Q2-8 4-5T2 0H-2Q-6-1-4-5T-3-11Z', '#8fb0b8')
  );
};

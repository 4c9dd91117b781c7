import { WASHI } from '../draw/colour.ts';
import { carer, elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { seated } from '../draw/people.ts';
import { between, chance, cycle, pick, whole, type Random } from '../draw/random.ts';
import { room, type Season } from '../draw/room.ts';
import { d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function singing(random: Random, width: number, height: number): Svg {
  const floor = height * 0.58;
  const upright = height > width * 1.05;
  const size = upright ? 0.74 : 0.84;
  const people = upright ? 2 : Math.max(2, Math.round(width / 50));
  const singers = times(people, (i) => {
    const x = (width * (i + 0.5)) / people + (upright ? 0 : -width * 0.02) + between(random, -2, 2);
    const hands = pick(random, [
      { left: [-8, 20], right: [8, 20] },
      { left: [-8, 14], right: [8, 14] },
    ] as const);
    const sheet = chance(random, 0.7) ? place(book(random), 0, hands.left[1] + 2) : '';
    return place(
      seated(random, elder(random), pick(random, ['#6f6a80', '#7a6a5a', '#5f6f80']), hands) + sheet,
      x,
      height * (upright ? 0.72 : 0.9) - 62 * size,
      size,
    );
  });
  return (
    room(
      random,
      width,
      height,
      pick<Season>(random, ['spring', 'summer', 'autumn', 'winter']),
      floor,
    ) +
    notes(random, width, floor) +
    singers +
    (upright
      ? place(
          seated(random, carer(random), '#5d6b86', { left: [-9, 22], right: [9, 22] }),
          width * 0.5,
          height * 0.94 - 54,
          0.8,
        ) + place(piano(), width * 0.5, height * 0.97, 1.1)
      : place(piano(), width * (chance(random, 0.5) ? 0.14 : 0.86), height * 0.985, 0.95))
  );
}

const book = (random: Random): Svg => {
  const hue = pick(random, WASHI);
  return (
    shape('M-11-7L0-5.4L11-7V7L0 8.6L-11 7Z', hue) +
    stroke('M0-5.4V8.6', '#fffaf0', 0.8) +
    shape('M-6.6-2.6H-3V0H-6.6ZM3-2.6H7V0H3Z', '#fffaf0', 0.7)
  );
};

const notes = (random: Random, width: number, floor: number): Svg =>
  times(whole(random, 4, 7), (i) => {
    const hue = cycle(['#e8963c', '#c96f93', '#5f9a8b'], i);
    const note = chance(random, 0.5)
      ? oval(0, 0, 2.3, 1.7, hue, 1, -20) + stroke('M2-.4V-9Q5-7 5-4', hue, 0.8)
      : oval(0, 0, 2.3, 1.7, hue, 1, -20) +
        oval(7, -1, 2.3, 1.7, hue, 1, -20) +
        stroke('M2-.4V-9L9-10.4V-1.6', hue, 0.9);
    return place(
      note,
      random() * width,
      floor * between(random, 0.14, 0.36),
      between(random, 0.7, 1.1),
      between(random, -14, 14),
    );
  });

/** From its back; base at y = 0. */
const piano = (): Svg =>
  shadow(0, 0, 26, 3, 0.2) +
  stroke('M-20-18L-14 0M20-18L14 0M-20-18L14 0M20-18L-14 0', '#3a3036', 1.6) +
  rect(-27, -24, 54, 8, '#4a3e46', 1.6) +
  rect(-27, -24, 54, 2, '#6b5c66', 1) +
  times(20, (i) => rect(-25 + i * 2.5, -26, 2.2, 2.4, '#fffaf0')) +
  shape('M-10-26L-12-38H12L10-26Z', '#fffaf0') +
  stroke(d`M-8 -34H8M-8 -31H8M-8 -28H8`, '#b5a89a', 0.4);

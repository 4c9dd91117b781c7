import { darken, lighten, WASHI } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { bust } from '../draw/people.ts';
import { between, chance, cycle, pick, whole, type Random } from '../draw/random.ts';
import { room, table, tableTop } from '../draw/room.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

/** The table from above, or the people at it. */
export function origamiCranes(random: Random, width: number, height: number): Svg {
  return chance(random, 0.5) ? fromAbove(random, width, height) : folding(random, width, height);
}

function fromAbove(random: Random, width: number, height: number): Svg {
  const columns = Math.max(2, Math.round(width / 36));
  const rows = Math.max(2, Math.round(height / 36));
  const start = whole(random, 0, 5);
  const things = times(columns * rows, (i) => {
    const x = (width * ((i % columns) + 0.5)) / columns + between(random, -4, 4);
    const y = (height * (Math.floor(i / columns) + 0.5)) / rows + between(random, -4, 4);
    const hue = cycle(WASHI, i + start + Math.floor(i / columns));
    const fold = pick(random, [crane, crane, paper, shirtFold, crane]);
    return place(
      fold(hue),
      x,
      y,
      between(random, 1.1, 1.35),
      between(random, -28, 28),
      chance(random, 0.5),
    );
  });
  return tableTop(random, width, height) + things;
}

function folding(random: Random, width: number, height: number): Svg {
  const top = height * 0.68;
  const people = width > height * 1.15 ? whole(random, 2, 3) : whole(random, 1, 2);
  const size = height > width ? 1.15 : 1;
  const start = whole(random, 0, 5);
  return (
    room(random, width, height, pick(random, ['spring', 'autumn', 'winter'] as const), top) +
    times(people, (i) => {
      const x = (width * (i + 0.5)) / people;
      const held = place(crane(cycle(WASHI, i + start)), 0, 22, 0.62);
      return place(
        bust(random, elder(random), { left: [-7, 24], right: [7, 24] }) + held,
        x,
        top - 31 * size,
        size,
      );
    }) +
    table(random, width, height, top) +
    times(Math.round(width / 18), (i) =>
      place(
        pick(random, [crane, paper, crane])(cycle(WASHI, i + start)),
        10 + i * 18 + between(random, -3, 3),
        between(random, top + 10, height - 8),
        between(random, 0.7, 1),
        between(random, -20, 20),
        chance(random, 0.5),
      ),
    )
  );
}

/** About 30 units. */
export function crane(hue: string): Svg {
  const pale = lighten(hue, 0.32);
  return (
    shape('M-13 6L1 9L13 5L2 11Z', '#3a2a3a', 0.16) +
    shape('M2 2L15-9L8 6Z', darken(hue, 0.18)) +
    shape('M-2 2L-13-8L-12-4.6L-6 6Z', hue) +
    shape('M-13-8L-17.4-5.4L-12-4.6Z', darken(hue, 0.24)) +
    shape('M-6 4L2-1L8 6L1 9Z', hue) +
    shape('M-6 4L-3-14L3 5Z', pale) +
    shape('M3 5L-3-14L8 4Z', darken(hue, 0.08)) +
    stroke('M-3-14L3 5', lighten(hue, 0.6), 0.4)
  );
}

const paper = (hue: string): Svg =>
  rect(-10, -9.4, 21, 21, '#3a2a3a', 0.4, 0.14) +
  rect(-10.6, -10.6, 21, 21, hue, 0.4) +
  times(9, (i) =>
    circle(-6.6 + (i % 3) * 6.6, -6.6 + Math.floor(i / 3) * 6.6, 1.7, lighten(hue, 0.4)),
  ) +
  shape('M10.4 10.4H2L10.4 2Z', '#fffaf0');

const shirtFold = (hue: string): Svg =>
  shape('M-11-5L-4-11L0-7L4-11L11-5L8 0L6-1V12H-6V-1L-8 0Z', '#3a2a3a', 0.14) +
  shape('M-11-7L-4-12L0-8L4-12L11-7L8-1L6-3V10H-6V-3L-8-1Z', hue) +
  shape('M-4-12L0-8L4-12L1-2Z', lighten(hue, 0.45)) +
  stroke(d`M0 -8V10`, darken(hue, 0.2), 0.4);

import { lighten } from '../draw/colour.ts';
import type { Point } from '../draw/curves.ts';
import { carer, elder } from '../draw/face.ts';
import { CHEER, LAP, seated, type Hands } from '../draw/people.ts';
import { between, chance, pick, shuffle, type Random } from '../draw/random.ts';
import { room } from '../draw/room.ts';
import { d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const TROUSERS = ['#6f6a80', '#7a6a5a', '#5f6f80', '#80697a'];
const REACH: readonly Hands[] = [
  CHEER,
  { left: [-20, -14], right: [12, 24] },
  { left: [-12, 24], right: [20, -14] },
  { left: [-15, -6], right: [15, -6] },
];

export function balloonVolleyball(random: Random, width: number, height: number): Svg {
  const hues = shuffle(random, ['#e8583f', '#f3b93c', '#5d9fd0', '#8fb85a', '#d96f9f']);
  return (
    seatedCircle(random, width, height, () => pick(random, REACH)) +
    times(chance(random, 0.4) ? 2 : 1, (i) =>
      balloon(
        width * between(random, 0.3, 0.7),
        height * (0.17 + i * 0.1) + between(random, -4, 4),
        i ? 8 : 12,
        hues[i] ?? '#e8583f',
      ),
    )
  );
}

export function exercise(random: Random, width: number, height: number): Svg {
  const pose = pick<Hands>(random, [
    CHEER,
    { left: [-12, -20], right: [12, -20] },
    { left: [-27, 6], right: [27, 6] },
  ]);
  return seatedCircle(random, width, height, () => pose);
}

function seatedCircle(random: Random, width: number, height: number, hands: () => Hands): Svg {
  const floor = height * 0.56;
  const people = Math.max(2, Math.round(width / 46));
  const size = Math.min(0.86, (height * 0.62) / 80);
  const rows = height > width * 1.1 ? [0.74, 0.97] : [0.93];
  const row = (bottom: number, r: number): Svg =>
    times(people, (i) => {
      const x = (width * (i + 0.5)) / people + between(random, -2, 2) + (r ? 6 : 0);
      const look =
        i === people - 1 && r === rows.length - 1 && chance(random, 0.5)
          ? carer(random)
          : elder(random);
      return place(
        seated(random, look, pick(random, TROUSERS), chance(random, 0.16) ? LAP : hands()),
        x,
        height * bottom - 62 * size,
        size * (rows.length > 1 ? 0.78 + r * 0.08 : 1),
      );
    });
  return (
    room(
      random,
      width,
      height,
      pick(random, ['spring', 'summer', 'autumn', 'winter'] as const),
      floor,
    ) +
    rect(0, floor, width, height - floor, lighten('#d9b184', 0.2), 0, 0.3) +
    rows.map(row).join('')
  );
}

const balloon = (x: number, y: number, r: number, hue: string): Svg => {
  const knot: Point = [x, y + r * 1.16];
  return (
    oval(x, y, r, r * 1.12, hue, 0.94) +
    shape(
      d`M${x + r * 0.3} ${y - r}A${r} ${r * 1.12} 0 0 1 ${x} ${y + r * 1.12}Q${x + r * 0.9} ${y + r * 0.2} ${x + r * 0.3} ${y - r}Z`,
      '#7a2a3a',
      0.16,
    ) +
    oval(x - r * 0.38, y - r * 0.48, r * 0.16, r * 0.3, '#ffffff', 0.75, 28) +
    shape(
      d`M${knot[0] - 1.6} ${knot[1] + 1.6}L${knot[0]} ${knot[1] - 0.8}L${knot[0] + 1.6} ${knot[1] + 1.6}Z`,
      hue,
    ) +
    stroke(d`M${x - 14} ${y + 12}q4 -3 5 -8M${x + 14} ${y + 12}q-4 -3 -5 -8`, '#fffaf0', 0.8, 0.9)
  );
};

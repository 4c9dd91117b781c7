import { darken, lighten, WASHI } from '../draw/colour.ts';
import { petals } from '../draw/plants.ts';
import { between, cycle, pick, whole, type Random } from '../draw/random.ts';
import { room } from '../draw/room.ts';
import { circle, d, place, rect, stroke, shape, times, type Svg } from '../draw/shapes.ts';
import { crane } from './origami.ts';

export function kusudama(random: Random, width: number, height: number): Svg {
  const count = Math.max(3, Math.round(width / 32));
  const start = whole(random, 0, 5);
  return (
    room(
      random,
      width,
      height,
      pick(random, ['spring', 'summer', 'autumn'] as const),
      height * 0.82,
    ) +
    rect(0, 0, width, 3.4, '#a87f54') +
    times(count, (i) => {
      const x = (width * (i + 0.5)) / count + between(random, -2, 2);
      const drop = height * (i % 2 ? between(random, 0.2, 0.28) : between(random, 0.34, 0.46));
      return i % 3 === 2
        ? cranes(x, drop * 0.3, height * 0.62, start + i)
        : ball(random, x, drop, i + start, count > 4 ? 11 : 13);
    })
  );
}

function ball(random: Random, x: number, y: number, turn: number, r: number): Svg {
  const hue = cycle(WASHI, turn);
  const other = cycle(WASHI, turn + 2);
  const flowers = times(19, (i) => {
    const reach = Math.sqrt((18.5 - i) / 19) * r * 0.9;
    const [fx, fy] = [Math.cos(i * 2.4) * reach, Math.sin(i * 2.4) * reach];
    const petal = i % 3 === 0 ? other : hue;
    const lit =
      fx + fy > r * 0.3 ? darken(petal, 0.16) : lighten(petal, fx + fy < -r * 0.3 ? 0.3 : 0.1);
    return place(
      shape(petals(5, r * 0.36, 1, 1.16), lit) + circle(0, 0, r * 0.07, '#fff3d2'),
      fx,
      fy,
      1,
      random() * 72,
    );
  });
  return (
    stroke(d`M${x} 2V${y}`, '#c9473c', 0.6) +
    circle(x + 1.6, y + 2, r, '#3a2a3a', 0.14) +
    place(circle(0, 0, r * 0.94, darken(hue, 0.2)) + flowers, x, y) +
    tassel(x, y + r, pick(random, [hue, other]))
  );
}

const tassel = (x: number, y: number, hue: string): Svg =>
  stroke(d`M${x} ${y}v5`, hue, 0.7) +
  circle(x, y + 5.6, 1.9, '#f3c64e') +
  times(7, (i) =>
    stroke(
      d`M${x} ${y + 7}Q${x + (i - 3) * 0.9} ${y + 12} ${x + (i - 3) * 1.1} ${y + 22}`,
      i % 2 ? hue : darken(hue, 0.14),
      0.9,
    ),
  );

const cranes = (x: number, y: number, bottom: number, turn: number): Svg => {
  const count = Math.max(4, Math.floor((bottom - y) / 9));
  return (
    stroke(d`M${x} 2V${bottom + 2}`, '#fffaf0', 0.5) +
    times(count, (i) =>
      place(crane(cycle(WASHI, i + turn)), x, y + i * 9 + 4, 0.5, 0, i % 2 === 1),
    ) +
    circle(x, bottom + 3, 1.6, '#f3c64e')
  );
};

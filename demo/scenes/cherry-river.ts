import { hills } from '../draw/curves.ts';
import { lighten } from '../draw/colour.ts';
import { carer, elder } from '../draw/face.ts';
import { fade, sky } from '../draw/light.ts';
import { standing, wheelchair } from '../draw/people.ts';
import { crown, drifting, tree, tufts } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { d, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function cherryRiver(random: Random, width: number, height: number): Svg {
  const pinks = pick(random, [
    ['#e7a0b4', '#f5c3cf', '#fee7ea'],
    ['#eab5bd', '#f8d6d6', '#fff4ef'],
  ]);
  const far = height * between(random, 0.44, 0.5);
  const water = shape(
    d`M${width * 0.5} ${far}L${width * 0.56} ${far}C${width * 0.6} ${height * 0.7} ${width * 0.8} ${height * 0.86} ${width * 0.98} ${height}H${width * 0.3}C${width * 0.42} ${height * 0.8} ${width * 0.5} ${height * 0.66} ${width * 0.5} ${far}Z`,
    'url(#water)',
  );
  return (
    sky(random, width, height, 'spring') +
    hills(random, width, height, far, 4, '#c6d6bb') +
    fade('water', '#cfe4ea', '#8fbccb') +
    hills(random, width, height, far + 2, 1.5, '#a5c884') +
    water +
    times(4, (i) => avenue(random, width, height, far, pinks, i)) +
    times(9, (i) =>
      stroke(
        d`M${width * (0.5 + i * 0.012)} ${far + (height - far) * (0.2 + i * 0.085)}h${3 + i * 1.6}`,
        lighten(pinks[1] ?? '', 0.3),
        0.6 + i * 0.1,
        0.8,
      ),
    ) +
    tufts(random, width * 0.3, height * 0.7, height * 0.3, ['#7ba859', '#c3dc92'], 22) +
    (chance(random, 0.6) ? walkers(random, width, height) : '') +
    crown(random, 0, -4, width * 0.4, height * 0.22, pinks, 10) +
    drifting(random, width, 0, height, [pinks[1] ?? '', pinks[2] ?? '', '#ffffff'], 46)
  );
}

function avenue(
  random: Random,
  width: number,
  height: number,
  far: number,
  pinks: readonly string[],
  i: number,
): Svg {
  const near = (i + 1) / 4;
  const y = far + (height - far) * near * near * 0.5;
  const size = 16 + near * near * 46;
  return (
    tree(random, width * (0.5 - 0.44 * near), y, size, pinks) +
    tree(random, width * (0.57 + 0.42 * near), y, size, pinks)
  );
}

const walkers = (random: Random, width: number, height: number): Svg =>
  place(
    standing(carer(random), '#5d6b86', [-17, 8]),
    width * 0.27,
    height * 0.93 - 78 * 0.42,
    0.42,
  ) + place(wheelchair(elder(random)), width * 0.15, height * 0.94 - 62 * 0.44, 0.44);

import { darken, MAPLES, mix } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { carer, elder } from '../draw/face.ts';
import { beams, sky } from '../draw/light.ts';
import { standing, wheelchair } from '../draw/people.ts';
import { crown, drifting, tree } from '../draw/plants.ts';
import { between, chance, pick, shuffle, type Random } from '../draw/random.ts';
import { d, place, shape, times, type Svg } from '../draw/shapes.ts';

export function maplePath(random: Random, width: number, height: number): Svg {
  const far = height * between(random, 0.5, 0.58);
  const bend = width * between(random, 0.4, 0.6);
  const earth = pick(random, ['#c98a45', '#b8793c', '#d39a52']);
  const path = d`M${bend - 2} ${far}C${bend - width * 0.05} ${far + 14} ${width * 0.32} ${height * 0.84} ${width * 0.2} ${height}H${width * 0.86}C${width * 0.7} ${height * 0.84} ${bend + width * 0.04} ${far + 14} ${bend + 2} ${far}Z`;
  return (
    sky(random, width, height, 'autumn') +
    hills(random, width, height, far - 8, 5, '#c9a86a') +
    times(6, (i) =>
      tree(random, (width * (i + 0.5)) / 6, far + 1, between(random, 16, 24), reds(random)),
    ) +
    hills(random, width, height, far, 1.5, earth) +
    shape(path, '#ecd9b4') +
    shape(
      d`M${bend + 2} ${far}C${bend + width * 0.04} ${far + 14} ${width * 0.7} ${height * 0.84} ${width * 0.86} ${height}H${width * 0.62}C${width * 0.58} ${height * 0.84} ${bend + 3} ${far + 16} ${bend + 2} ${far}Z`,
      '#8a5a4a',
      0.14,
    ) +
    times(3, (i) => sides(random, width, height, far, i)) +
    (chance(random, 0.7) ? walkers(random, width, height) : '') +
    crown(random, width * 0.08, height * 0.06, width * 0.34, height * 0.2, reds(random), 11) +
    crown(random, width * 0.94, height * 0.04, width * 0.36, height * 0.19, reds(random), 11) +
    beams(random, width, height, 0.1) +
    drifting(random, width, far, height - far, MAPLES, 60, 1.7) +
    drifting(random, width, 0, far, MAPLES, 14, 1.7)
  );
}

function reds(random: Random): string[] {
  const [low, middle, high] = shuffle(random, MAPLES.slice(0, 4));
  const base = low ?? '#d5432f';
  return [darken(base, 0.14), base, mix(middle ?? base, high ?? base, 0.5)];
}

function sides(random: Random, width: number, height: number, far: number, i: number): Svg {
  const near = (i + 1) / 3;
  const y = far + (height - far) * near * near * 0.55;
  const size = 22 + near * near * 44;
  return (
    tree(random, width * (0.44 - 0.4 * near), y, size, reds(random), '#6b4a3c') +
    tree(random, width * (0.58 + 0.4 * near), y, size, reds(random), '#6b4a3c')
  );
}

function walkers(random: Random, width: number, height: number): Svg {
  const size = between(random, 0.42, 0.56);
  const y = height * 0.88;
  const pair = chance(random, 0.5)
    ? place(wheelchair(elder(random)), width * 0.47, y - 62 * size, size)
    : place(standing(elder(random), '#7a6a72', [16, 30]), width * 0.47, y - 78 * size, size);
  return (
    pair +
    place(
      standing(carer(random), '#5d6b86', [-17, chance(random, 0.5) ? 8 : 14]),
      width * 0.47 + 40 * size,
      y + 1 - 78 * size,
      size,
    )
  );
}

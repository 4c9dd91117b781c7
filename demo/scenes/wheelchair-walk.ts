import { GREENS, lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { carer, elder } from '../draw/face.ts';
import { beams, shadow, sky } from '../draw/light.ts';
import { standing, wheelchair } from '../draw/people.ts';
import { bloom, crown, drifting, tree, tufts } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';
import type { Season } from '../draw/room.ts';

export function wheelchairWalk(random: Random, width: number, height: number): Svg {
  const season = pick<Exclude<Season, 'winter'>>(random, ['spring', 'summer', 'autumn']);
  const leaves = GREENS[season];
  const grass = season === 'autumn' ? '#b5a85a' : lighten(leaves[1], 0.1);
  const far = height * between(random, 0.46, 0.54);
  const size = between(random, 0.7, 0.82) * (height > width ? 1.1 : 1);
  const x = width * between(random, 0.4, 0.52);
  const y = height * 0.9;
  return (
    sky(random, width, height, season === 'summer' ? 'day' : season) +
    hills(random, width, height, far - 8, 6, lighten(leaves[2], 0.35)) +
    times(5, (i) =>
      tree(
        random,
        (width * (i + 0.5)) / 5 + between(random, -6, 6),
        far + 2,
        between(random, 18, 28),
        leaves,
      ),
    ) +
    hills(random, width, height, far + 1, 2, grass) +
    path(width, height, far, x) +
    bench(width * (x > width / 2 ? 0.16 : 0.86), far + (height - far) * 0.3) +
    flowerbed(random, width, height, far) +
    tree(random, width * (x > width / 2 ? -0.02 : 1.02), far + (height - far) * 0.45, 70, leaves) +
    tufts(random, width, far + 8, height - far, [leaves[0], leaves[2]], 18) +
    shadow(x + 12, y + 1, 40 * size, 4) +
    place(
      wheelchair(elder(random), pick(random, ['#4f6f8f', '#8f5a5a', '#5a7f68'])),
      x - 9 * size,
      y - 62 * size,
      size,
    ) +
    place(
      standing(chance(random, 0.75) ? carer(random) : elder(random), '#5d6b86', [-16, 8]),
      x + 30 * size,
      y - 78 * size,
      size,
    ) +
    crown(random, width * 0.1, -3, width * 0.3, height * 0.13, leaves, 9) +
    beams(random, width, height, 0.1) +
    (season === 'summer'
      ? ''
      : drifting(
          random,
          width,
          0,
          height,
          season === 'spring' ? ['#fbd3da', '#ffffff'] : ['#e5672f', '#f3bb4e'],
          22,
          1.5,
        ))
  );
}

const path = (width: number, height: number, far: number, x: number): Svg =>
  shape(
    d`M${x - 2} ${far + 1}C${x - 8} ${height * 0.7} ${x - width * 0.3} ${height * 0.84} ${x - width * 0.36} ${height}H${x + width * 0.44}C${x + width * 0.34} ${height * 0.84} ${x + 10} ${height * 0.7} ${x + 3} ${far + 1}Z`,
    '#efdfc2',
  );

const bench = (x: number, y: number): Svg =>
  shadow(x, y + 6, 14, 1.8) +
  stroke(d`M${x - 10} ${y}v6M${x + 10} ${y}v6`, '#6b4a3c', 1.4) +
  rect(x - 13, y - 1, 26, 2.6, '#b98d62', 1) +
  rect(x - 13, y - 7, 26, 2, '#b98d62', 1) +
  rect(x - 13, y - 4, 26, 2, '#b98d62', 1);

const flowerbed = (random: Random, width: number, height: number, far: number): Svg =>
  times(26, () => {
    const y = between(random, far + 8, height * 0.98);
    const left = random() < 0.5;
    const t = (y - far) / (height - far);
    return bloom(
      left ? random() * width * (0.34 - t * 0.3) : width * (1 - random() * (0.34 - t * 0.3)),
      y,
      1 + t * 2,
      pick(random, ['#f3b93c', '#fff4ea', '#e58fa8', '#e8694a']),
      '#fff3c0',
      { count: 6 },
    );
  });

import { darken, GREENS, lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { shadow, sky } from '../draw/light.ts';
import { bloom, crown, leaf } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const BLOOMS = ['#e8694a', '#f3b93c', '#d95f8f', '#9a6fc0', '#fff4ea', '#e58fa8'];

export function veranda(random: Random, width: number, height: number): Svg {
  const floor = height * 0.74;
  const pots = Math.max(3, Math.round(width / 30));
  const leaves = pick(random, [GREENS.spring, GREENS.summer]);
  return (
    sky(random, width, height, pick(random, ['day', 'spring', 'autumn'])) +
    hills(random, width, height, height * 0.46, 5, lighten(leaves[2], 0.3)) +
    times(5, () => crown(random, random() * width, height * 0.56, 16, 11, leaves, 7)) +
    railing(width, height * 0.5, floor) +
    rect(0, floor, width, height, '#e3cdae') +
    times(7, (i) =>
      stroke(
        d`M${width * (0.5 + (i - 3) * 0.17)} ${floor}L${width * (0.5 + (i - 3) * 0.34)} ${height}`,
        '#c4a883',
        0.4,
      ),
    ) +
    shape(d`M0 ${floor}H${width * 0.7}L${width * 0.4} ${height}H0Z`, '#fff6dc', 0.3) +
    times(pots, (i) => {
      const x = (width * (i + 0.5)) / pots + between(random, -3, 3);
      const y = height * (i % 2 ? 0.9 : 0.84);
      return (
        shadow(x + 5, y, 14, 2.6, 0.18) + place(potted(random), x, y, between(random, 0.95, 1.2))
      );
    }) +
    (chance(random, 0.6)
      ? place(
          can(pick(random, ['#5d9fb0', '#e8963c', '#7fa86a'])),
          width * between(random, 0.15, 0.85),
          height * 0.97,
          1,
        )
      : '')
  );
}

const railing = (width: number, y: number, floor: number): Svg =>
  times(width / 6, (i) => rect(i * 6, y, 1.2, floor - y, '#fbf3e4')) +
  rect(0, y - 1.6, width, 2.8, '#fffaf0') +
  rect(0, floor - 2.4, width, 2.4, '#e9dcc6');

/** Base at y = 0. */
function potted(random: Random): Svg {
  const clay = pick(random, ['#c9704a', '#b85f44', '#e9dcc6', '#6f8fa0', '#d99a5a']);
  const pot =
    shape('M-11-16H11L8 0H-8Z', clay) +
    shape('M3-16H11L8 0H4Z', darken(clay, 0.25), 0.5) +
    rect(-12.4, -19, 24.8, 4.4, lighten(clay, 0.14), 1);
  return (chance(random, 0.7) ? flowering(random) : foliage(random)) + pot;
}

function flowering(random: Random): Svg {
  const hue = pick(random, BLOOMS);
  const count = pick(random, [5, 5, 8]);
  return (
    crown(random, 0, -26, 13, 11, GREENS.summer, 8) +
    times(9, (i) => {
      const [x, y] = [
        Math.cos(i * 2.4) * Math.sqrt(i) * 4,
        -29 + Math.sin(i * 2.4) * Math.sqrt(i) * 3.4,
      ];
      return bloom(
        x,
        y,
        between(random, 2.8, 4),
        i % 3 === 0 ? lighten(hue, 0.3) : hue,
        '#f7dc86',
        { count, plump: 1.05, turn: random() * 72 },
      );
    })
  );
}

const foliage = (random: Random): Svg =>
  times(13, (i) => {
    const green = pick(random, ['#4f8f58', '#6aa664', '#86bf78']);
    return place(
      shape(leaf(between(random, 18, 26), 3.2), green) +
        stroke('M0 0H15', lighten(green, 0.35), 0.4),
      0,
      -17,
      1,
      -160 + i * 11.5,
    );
  });

const can = (hue: string): Svg =>
  stroke('M-8-12Q-16-10-13-2', hue, 1.6) +
  stroke('M8-4L16-13', hue, 2.2) +
  shape('M14-15L19-12L17-10L13-13Z', darken(hue, 0.2)) +
  shape('M-9-13H8L9 0H-10Z', hue) +
  rect(-9.4, -14, 18, 2.4, lighten(hue, 0.3), 1) +
  shape('M2-13H8L9 0H4Z', darken(hue, 0.3), 0.4);

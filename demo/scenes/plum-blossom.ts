import { bough } from '../draw/plants.ts';
import { blob, hills } from '../draw/curves.ts';
import { darken, lighten } from '../draw/colour.ts';
import { bokeh, sky } from '../draw/light.ts';
import { bloom, drifting } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { circle, oval, place, shape, stroke, type Svg } from '../draw/shapes.ts';

export function plumBlossom(random: Random, width: number, height: number): Svg {
  const petal = pick(random, ['#e8798f', '#fdf1f0', '#f4b3c0', '#d4506e', '#f9d5da']);
  const rise = between(random, 0.5, 0.62) * height;
  const length = Math.hypot(width, height) * 0.34;
  const low = bough(random, -4, rise, -0.2, length, 3.6, '#5c4540', 3);
  const high = bough(random, -4, rise - height * 0.3, 0.1, length * 0.8, 2.4, '#6b524a', 2);
  const nodes = [...high.nodes, ...low.nodes];
  const flowers = nodes.map(([x, y], i) => flower(random, x, y, petal, i)).join('');
  const [bx, by] = low.nodes[5] ?? [width / 2, height / 2];
  return (
    sky(random, width, height, pick(random, ['winter', 'spring'])) +
    hills(random, width, height, height * 0.8, 4, '#c3cdb4') +
    blob(random, width * 0.7, height * 0.86, width * 0.3, 9, '#a9b795', { opacity: 0.7 }) +
    bokeh(random, width, height, [petal, '#ffffff', '#f6dfc0'], 12) +
    high.wood +
    low.wood +
    flowers +
    (chance(random, 0.55) ? place(whiteEye(), bx, by - 5, 1.1) : '') +
    drifting(random, width, 0, height, [lighten(petal, 0.3), petal], 12)
  );
}

function flower(random: Random, x: number, y: number, petal: string, i: number): Svg {
  if (i % 4 === 3)
    return circle(x, y, 1.5, darken(petal, 0.1)) + circle(x - 0.3, y - 0.4, 0.8, petal);
  const r = between(random, 2.8, 4.8);
  const turn = random() * 72;
  return (
    circle(x + 0.4, y + 0.8, r * 0.95, '#3a2a3a', 0.1) +
    bloom(x, y, r, petal, '#f3c64e', { plump: 1.12, turn }) +
    place(
      stroke('M0 0V-2.4M0 0L2-1.4M0 0L-2-1.4M0 0L1.6 1.8M0 0L-1.6 1.8', '#f7dc86', 0.3),
      x,
      y,
      r / 4.4,
      turn,
    )
  );
}

const whiteEye = (): Svg =>
  shape('M-9 5L-3 0L-2 3Z', '#6b7f3c') +
  shape('M-5 2C-5-4 0-7 4-6C8-6 8-1 5 2C2 6-4 6-5 2Z', '#93a84a') +
  shape('M-2 4C2 5 5 2 6-1C4 1 0 1-2 4Z', '#f1ead2') +
  shape('M-7 4C-4 3-2-1 1-2C0 2-3 5-7 4Z', '#7b9040') +
  oval(4.6, -3.8, 1.3, 1.2, '#ffffff') +
  circle(4.8, -3.8, 0.7, '#2f2a30') +
  shape('M7-3.4L9.6-2.4L7-2.2Z', '#4a4246') +
  stroke('M0 4.6V6.6M2 4.4V6.4', '#4a4246', 0.4);

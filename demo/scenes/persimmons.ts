import { lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { sky } from '../draw/light.ts';
import { bough, leaf } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function persimmons(random: Random, width: number, height: number): Svg {
  return chance(random, 0.5) ? ripening(random, width, height) : drying(random, width, height);
}

function ripening(random: Random, width: number, height: number): Svg {
  const tree = bough(
    random,
    -4,
    height * 0.32,
    0.12,
    Math.hypot(width, height) * 0.36,
    3.6,
    '#6b5244',
    3,
  );
  const hung = tree.nodes.filter((_, i) => i % 3 === 0);
  return (
    scenery(random, width, height) +
    tree.wood +
    tree.nodes
      .map(([x, y]) =>
        place(
          shape(leaf(9, 3), pick(random, ['#c9743a', '#a8a04a', '#d9953c', '#b5532f'])),
          x,
          y,
          1,
          random() * 360,
        ),
      )
      .join('') +
    hung.map(([x, y]) => place(fruit(random), x, y + 5, between(random, 0.95, 1.35))).join('')
  );
}

const scenery = (random: Random, width: number, height: number): Svg =>
  sky(random, width, height, 'autumn') +
  hills(random, width, height, height * 0.74, 7, '#b5b88a') +
  hills(random, width, height, height * 0.82, 4, '#a3a468') +
  roof(width * between(random, 0.5, 0.7), height * 0.82);

const roof = (x: number, y: number): Svg =>
  rect(x - 16, y - 9, 36, 11, '#f0e2c8') +
  shape(
    d`M${x - 22} ${y - 8}Q${x - 12} ${y - 12} ${x - 8} ${y - 18}H${x + 12}Q${x + 16} ${y - 12} ${x + 26} ${y - 8}Z`,
    '#6f6a72',
  ) +
  rect(x - 8, y - 6, 8, 8, '#b98d62', 0, 0.7);

function drying(random: Random, width: number, height: number): Svg {
  const strings = Math.max(4, Math.round(width / 17));
  const eaves = height * 0.12;
  return (
    scenery(random, width, height) +
    times(strings, (i) => {
      const x = (width * (i + 0.5)) / strings + between(random, -1.5, 1.5);
      const count = Math.round(between(random, 4, 6.4) * (height / 100));
      return (
        stroke(d`M${x} ${eaves}V${eaves + count * 12}`, '#e9d9b5', 0.7) +
        times(count, (k) =>
          place(
            fruit(random),
            x + (k % 2 ? 1 : -1) * 0.8,
            eaves + 8 + k * 12,
            0.95,
            between(random, -10, 10),
          ),
        )
      );
    }) +
    rect(0, 0, width, eaves, '#7a5a42') +
    times(width / 14, (i) => rect(i * 14, 0, 3, eaves + 3, '#5f4434')) +
    rect(0, eaves - 1, width, 2.4, '#94704f')
  );
}

/** 11 units around 0,0, with its calyx. */
function fruit(random: Random): Svg {
  const hue = pick(random, ['#ee8433', '#e5702a', '#f2963f']);
  return (
    oval(0.5, 0.9, 5.6, 5.2, '#3a2a2a', 0.16) +
    shape('M-5.8 0C-5.8-5.4 5.8-5.4 5.8 0C5.6 4 2.4 5.4 0 5.4S-5.6 4-5.8 0Z', hue) +
    shape('M2-4C6-3 6 3 1 5.3Q4.6 1 2-4Z', '#b8431f', 0.3) +
    circle(-2, -1.4, 1.1, lighten(hue, 0.6), 0.8) +
    shape('M0-3.2L-3.4-4.4L-1-4.6L-.6-6.4L.6-6.4L1-4.6L3.4-4.4Z', '#6f7f3f')
  );
}

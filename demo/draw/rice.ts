import { darken, lighten } from './colour.ts';
import { blob } from './curves.ts';
import { between, pick, type Random } from './random.ts';
import { circle, d, oval, place, shape, stroke, times, type Svg } from './shapes.ts';
import { bowl } from './dishes.ts';

export type Rice = 'plain' | 'chestnut' | 'bean' | 'bamboo' | 'umeboshi';

/** As the season cooks it. */
export function rice(random: Random, r: number, kind: Rice): Svg {
  const base =
    kind === 'bean' ? '#f0cfc4' : kind === 'chestnut' || kind === 'bamboo' ? '#f3e2bd' : '#fffdf6';
  const heap =
    blob(random, 0, 0, r * 0.8, r * 0.78, base, { wild: 0.04 }) +
    blob(random, -r * 0.1, -r * 0.12, r * 0.58, r * 0.54, lighten(base, 0.5), { wild: 0.06 });
  const grains = times(26, () =>
    oval(
      between(random, -0.6, 0.6) * r,
      between(random, -0.6, 0.6) * r,
      r * 0.05,
      r * 0.025,
      darken(base, 0.1),
      0.6,
      random() * 180,
    ),
  );
  return bowl(
    r,
    pick(random, ['#ffffff', '#4f6f8f', '#b5543f', '#3d3540', '#7f9a80']),
    '#fbf6ec',
    heap + grains + RICE_TOPPINGS[kind](random, r),
  );
}

const scatter = (
  random: Random,
  r: number,
  count: number,
  draw: (x: number, y: number) => Svg,
): Svg =>
  times(count, (i) => {
    const angle = i * 2.4 + random();
    const reach = Math.sqrt((i + 0.4) / count) * r * 0.62;
    return draw(Math.cos(angle) * reach, Math.sin(angle) * reach);
  });

const RICE_TOPPINGS: Record<Rice, (random: Random, r: number) => Svg> = {
  plain: (random, r) =>
    scatter(random, r * 0.6, 9, (x, y) =>
      oval(x, y, r * 0.03, r * 0.05, '#4a4038', 1, random() * 180),
    ),
  umeboshi: (_, r) =>
    circle(r * 0.05, r * 0.03, r * 0.22, '#a83a34') +
    circle(0, 0, r * 0.2, '#cf4f42') +
    circle(-r * 0.06, -r * 0.06, r * 0.05, '#f0a08c'),
  chestnut: (random, r) =>
    scatter(random, r, 6, (x, y) =>
      place(
        shape(
          d`M0 ${-r * 0.2}C${r * 0.26} ${-r * 0.16} ${r * 0.24} ${r * 0.16} 0 ${r * 0.18}C${-r * 0.24} ${r * 0.16} ${-r * 0.26} ${-r * 0.16} 0 ${-r * 0.2}Z`,
          '#eebd4c',
        ) +
          stroke(
            d`M${-r * 0.08} ${-r * 0.08}Q0 ${-r * 0.14} ${r * 0.08} ${-r * 0.06}`,
            '#fbe3a0',
            r * 0.05,
          ),
        x,
        y,
        1,
        random() * 360,
      ),
    ),
  bean: (random, r) =>
    scatter(random, r, 18, (x, y) => oval(x, y, r * 0.08, r * 0.06, '#96404a', 1, random() * 180)),
  bamboo: (random, r) =>
    scatter(random, r, 9, (x, y) =>
      place(
        shape(d`M${-r * 0.14} ${r * 0.1}L0 ${-r * 0.18}L${r * 0.14} ${r * 0.1}Z`, '#f6e6a8') +
          stroke(d`M0 ${-r * 0.1}V${r * 0.08}`, '#d8bd6a', r * 0.03),
        x,
        y,
        1,
        random() * 360,
      ),
    ) + scatter(random, r * 0.8, 6, (x, y) => circle(x, y, r * 0.05, '#6f9f4f')),
};

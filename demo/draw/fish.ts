import { darken, lighten } from './colour.ts';
import { blob } from './curves.ts';
import { pick, type Random } from './random.ts';
import { circle, d, place, shape, stroke, times, type Svg } from './shapes.ts';
import { platter } from './dishes.ts';

export type Fish = 'salmon' | 'saury' | 'mackerel';

export function fish(random: Random, width: number, height: number, kind: Fish): Svg {
  const garnish =
    blob(random, width * 0.32, height * 0.14, height * 0.2, height * 0.18, '#fffdf4') +
    shape(
      d`M${width * 0.26} ${-height * 0.1}a${height * 0.18} ${height * 0.18} 0 0 1 ${height * 0.36} 0Z`,
      '#c5d65a',
    ) +
    stroke(
      d`M${-width * 0.4} ${height * 0.28}q${width * 0.12} ${height * 0.1} ${width * 0.26} 0`,
      '#5f9a4c',
      1.6,
    );
  return platter(
    width,
    height,
    pick(random, ['#eef2f2', '#5d7386', '#f4ead6', '#8fa39a']),
    (kind === 'saury' ? wholeFish(width, height) : fillet(width, height, kind)) + garnish,
  );
}

function fillet(width: number, height: number, kind: Fish): Svg {
  const flesh = kind === 'salmon' ? '#f0946a' : '#d9b08a';
  const skin = kind === 'salmon' ? '#a7adb0' : '#5f7a8a';
  const body = d`M${-width * 0.38} ${height * 0.1}C${-width * 0.3} ${-height * 0.36} ${width * 0.04} ${-height * 0.4} ${width * 0.2} ${-height * 0.06}C${width * 0.06} ${height * 0.26} ${-width * 0.24} ${height * 0.34} ${-width * 0.38} ${height * 0.1}Z`;
  const grill = times(4, (i) =>
    stroke(
      d`M${-width * 0.24 + i * width * 0.1} ${-height * 0.2}l${-width * 0.02} ${height * 0.36}`,
      darken(flesh, 0.22),
      1,
      0.6,
    ),
  );
  return (
    place(shape(body, skin), 0, height * 0.05) +
    shape(body, flesh) +
    stroke(
      d`M${-width * 0.3} ${height * 0.02}Q${-width * 0.06} ${-height * 0.2} ${width * 0.12} ${-height * 0.04}`,
      lighten(flesh, 0.45),
      1,
    ) +
    grill
  );
}

function wholeFish(width: number, height: number): Svg {
  const body = d`M${-width * 0.44} 0C${-width * 0.3} ${-height * 0.26} ${width * 0.06} ${-height * 0.22} ${width * 0.16} ${-height * 0.02}L${width * 0.24} ${-height * 0.14}L${width * 0.22} ${height * 0.14}L${width * 0.14} ${height * 0.06}C0 ${height * 0.22} ${-width * 0.3} ${height * 0.22} ${-width * 0.44} 0Z`;
  const cuts = times(4, (i) =>
    stroke(
      d`M${-width * 0.24 + i * width * 0.09} ${-height * 0.12}l${width * 0.03} ${height * 0.2}`,
      '#c78b54',
      0.9,
    ),
  );
  return (
    shape(body, '#6f7d86') +
    shape(
      d`M${-width * 0.42} ${height * 0.02}C${-width * 0.26} ${height * 0.2} 0 ${height * 0.18} ${width * 0.14} ${height * 0.03}Q${-width * 0.14} ${height * 0.06} ${-width * 0.42} ${height * 0.02}Z`,
      '#d9d8ce',
    ) +
    cuts +
    circle(-width * 0.37, -height * 0.03, 0.8, '#2f2a30')
  );
}

import { darken, lighten, SHADE } from './colour.ts';
import { blob } from './curves.ts';
import { between, pick, whole, type Random } from './random.ts';
import { circle, d, oval, place, rect, ring, stroke, times, type Svg } from './shapes.ts';

/** All dishes are seen from above, around 0,0; `r` is the radius. */
export function bowl(r: number, outer: string, inner: string, content: Svg): Svg {
  return (
    oval(r * 0.1, r * 0.16, r * 1.06, r * 1.02, SHADE, 0.2) +
    circle(0, 0, r, outer) +
    circle(0, 0, r * 0.88, inner) +
    content +
    stroke(
      d`M${-r * 0.72} ${-r * 0.6}A${r * 0.94} ${r * 0.94} 0 0 1 ${-r * 0.1} ${-r * 0.93}`,
      '#ffffff',
      r * 0.06,
      0.7,
    )
  );
}

export const platter = (width: number, height: number, fill: string, content: Svg): Svg =>
  rect(-width / 2 + 0.8, -height / 2 + 1.4, width, height, SHADE, 3, 0.2) +
  rect(-width / 2, -height / 2, width, height, fill, 3) +
  rect(-width / 2 + 1.4, -height / 2 + 1.4, width - 2.8, height - 2.8, darken(fill, 0.05), 2.2) +
  content;

/** Miso or clear. */
export function soup(random: Random, r: number): Svg {
  const clear = random() < 0.35;
  const broth = clear ? '#ecd9a6' : pick(random, ['#b87a3c', '#c28a4a', '#a96c38']);
  const tofu = times(whole(random, 3, 5), () =>
    place(
      rect(-r * 0.11, -r * 0.11, r * 0.22, r * 0.22, '#fff9ec', 0.4),
      between(random, -0.45, 0.45) * r,
      between(random, -0.45, 0.45) * r,
      1,
      random() * 90,
    ),
  );
  const onion = times(6, () =>
    ring(
      between(random, -0.5, 0.5) * r,
      between(random, -0.5, 0.5) * r,
      r * 0.06,
      '#7fae4e',
      r * 0.04,
    ),
  );
  return bowl(
    r,
    '#33262a',
    '#7e2f2a',
    circle(0, 0, r * 0.78, broth) +
      blob(random, r * 0.1, r * 0.1, r * 0.5, r * 0.4, lighten(broth, 0.22), { opacity: 0.6 }) +
      tofu +
      onion,
  );
}

/** From the left, `length` long. */
export const chopsticks = (length: number, colour: string): Svg =>
  stroke(d`M0 1.6L${length} .9M0 3.6L${length} 3.4`, SHADE, 1, 0.18) +
  rect(length * 0.06, -1.8, 2.6, 5.6, '#f6ead8', 1.2) +
  stroke(d`M0 0L${length} .3M0 2L${length} 2.4`, colour, 1.1);

export const tea = (r: number, cup: string): Svg =>
  bowl(
    r,
    cup,
    darken(cup, 0.12),
    circle(0, 0, r * 0.76, '#a9b85a') +
      oval(-r * 0.2, -r * 0.25, r * 0.3, r * 0.16, '#cdd88a', 0.7, -30),
  );

import { darken } from './colour.ts';
import { blob, polar, smooth, type Point } from './curves.ts';
import { between, chance, pick, type Random } from './random.ts';
import { circle, d, place, shape, stroke, times, type Svg } from './shapes.ts';

type Leaves = readonly string[];

/** Path data around 0,0; `tip` below 1 notches the petals, above 1 points them. */
export function petals(count: number, r: number, plump = 0.9, tip = 1): string {
  const wide = (Math.PI / count) * plump;
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * Math.PI * 2 - Math.PI / 2;
    const [ax, ay] = polar(0, 0, r * 0.55, angle - wide * 1.3);
    const [bx, by] = polar(0, 0, r * 1.08, angle - wide);
    const [cx, cy] = polar(0, 0, r * tip, angle);
    const [ex, ey] = polar(0, 0, r * 1.08, angle + wide);
    const [fx, fy] = polar(0, 0, r * 0.55, angle + wide * 1.3);
    return d`M0 0C${ax} ${ay} ${bx} ${by} ${cx} ${cy}C${ex} ${ey} ${fx} ${fy} 0 0Z`;
  }).join('');
}

/** From 0,0 to the right. */
export const leaf = (length: number, width: number): string =>
  d`M0 0C${length * 0.25} ${-width} ${length * 0.7} ${-width * 0.8} ${length} 0C${length * 0.7} ${width * 0.8} ${length * 0.25} ${width} 0 0Z`;

/** With a dark underside and a lit top. */
export function crown(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry: number,
  colours: Leaves,
  puffs = 9,
): Svg {
  const layer = (colour: string, dx: number, dy: number, size: number): Svg =>
    times(puffs, (i) => {
      const [px, py] = polar(0, 0, Math.sqrt((i + 0.5) / puffs) * 0.8, i * 2.4);
      const r = size * between(random, 0.32, 0.5);
      return blob(random, x + (px + dx) * rx, y + (py + dy) * ry, r * rx, r * ry, colour, {
        wild: 0.09,
        corners: 8,
      });
    });
  const [low, middle, high] = [colours[0] ?? '#666', colours[1] ?? '#888', colours[2] ?? '#aaa'];
  return layer(low, 0.04, 0.12, 1.05) + layer(middle, 0, 0, 0.9) + layer(high, -0.1, -0.16, 0.6);
}

export function tree(
  random: Random,
  x: number,
  y: number,
  size: number,
  colours: Leaves,
  bark = '#7a5a46',
): Svg {
  const lean = between(random, -0.06, 0.06) * size;
  const top = y - size * 0.6;
  const wood = d`M${x - size * 0.06} ${y}Q${x + lean * 0.2} ${y - size * 0.3} ${x + lean} ${top}Q${x + lean * 0.6 + size * 0.05} ${y - size * 0.3} ${x + size * 0.06} ${y}Z`;
  const arms =
    stroke(
      d`M${x} ${y - size * 0.3}Q${x - size * 0.1} ${y - size * 0.42} ${x - size * 0.2} ${top}`,
      bark,
      size * 0.035,
    ) +
    stroke(
      d`M${x} ${y - size * 0.34}Q${x + size * 0.12} ${y - size * 0.46} ${x + size * 0.2} ${top}`,
      bark,
      size * 0.03,
    );
  return (
    shape(wood, bark) +
    arms +
    crown(random, x + lean, top - size * 0.05, size * 0.42, size * 0.34, colours, size < 34 ? 6 : 9)
  );
}

/** A forked bough, and the points where it can bloom. */
export function bough(
  random: Random,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  colour: string,
  depth = 3,
): { wood: Svg; nodes: Point[] } {
  const bent = angle + between(random, -0.25, 0.25);
  const middle = polar(x, y, length * 0.5, bent);
  const end = polar(x, y, length, angle);
  const nodes: Point[] = [polar(middle[0], middle[1], length * 0.2, angle), end];
  let wood = stroke(smooth([[x, y], middle, end]), colour, width);
  if (depth > 0) {
    const turns = [
      between(random, 0.35, 0.75),
      -between(random, 0.35, 0.75),
      between(random, -0.2, 0.2),
    ];
    turns.forEach((turn, i) => {
      if (i === 1 && chance(random, 0.15)) return;
      const [fx, fy] = i === 0 ? middle : end;
      const part = bough(
        random,
        fx,
        fy,
        angle + turn,
        length * between(random, 0.45, 0.7),
        width * 0.6,
        colour,
        depth - 1,
      );
      wood += part.wood;
      nodes.push(...part.nodes);
    });
  }
  return { wood, nodes };
}

export const tufts = (
  random: Random,
  width: number,
  y: number,
  spread: number,
  colours: Leaves,
  count: number,
): Svg =>
  times(count, () => {
    const x = random() * width;
    const at = y + random() * spread;
    const size = between(random, 1.2, 3);
    return stroke(
      d`M${x} ${at}l${-size * 0.4} ${-size}M${x} ${at}l${size * 0.1} ${-size * 1.3}M${x} ${at}l${size * 0.6} ${-size * 0.9}`,
      pick(random, colours),
      0.4,
    );
  });

export const drifting = (
  random: Random,
  width: number,
  y: number,
  height: number,
  colours: readonly string[],
  count: number,
  size = 1.3,
): Svg =>
  times(count, () =>
    place(
      shape('M0 0C-1-.8-.8-1.8 0-1.6C.8-1.8 1-.8 0 0Z', pick(random, colours)),
      random() * width,
      y + random() * height,
      size * between(random, 0.6, 1.3),
      random() * 360,
    ),
  );

/** With a centre and a slight shadow. */
export const bloom = (
  x: number,
  y: number,
  r: number,
  petal: string,
  heart: string,
  { count = 5, plump = 0.9, tip = 1, turn = 0 } = {},
): Svg =>
  place(
    shape(petals(count, r, plump, tip), petal) +
      circle(0, 0, r * 0.36, darken(petal, 0.14), 0.5) +
      circle(0, 0, r * 0.22, heart),
    x,
    y,
    1,
    turn,
  );

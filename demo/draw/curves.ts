import { between, type Random } from './random.ts';
import { d, shape, type Svg } from './shapes.ts';

export type Point = readonly [x: number, y: number];

/** `angle` in radians, 0 to the right. */
export const polar = (x: number, y: number, distance: number, angle: number): Point => [
  x + Math.cos(angle) * distance,
  y + Math.sin(angle) * distance,
];

/** Path data of a curve through all points. */
export function smooth(points: readonly Point[], closed = false): string {
  const at = (i: number): Point =>
    points[closed ? (i + points.length) % points.length : clamp(i, points.length)] ?? [0, 0];
  const [x, y] = at(0);
  let data = d`M${x} ${y}`;
  for (let i = 0; i < points.length - (closed ? 0 : 1); i++) {
    data += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  }
  return closed ? `${data}Z` : data;
}

const clamp = (i: number, length: number): number => Math.min(length - 1, Math.max(0, i));

function bend(before: Point, from: Point, to: Point, after: Point): string {
  const x1 = from[0] + (to[0] - before[0]) / 6;
  const y1 = from[1] + (to[1] - before[1]) / 6;
  const x2 = to[0] - (after[0] - from[0]) / 6;
  const y2 = to[1] - (after[1] - from[1]) / 6;
  return d`C${x1} ${y1} ${x2} ${y2} ${to[0]} ${to[1]}`;
}

/** An irregular ellipse; `wild` is how irregular. */
export function blob(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  { wild = 0.12, corners = 9, opacity = 1 } = {},
): Svg {
  const points = Array.from({ length: corners }, (_, i): Point => {
    const angle = (i / corners) * Math.PI * 2;
    const reach = 1 + between(random, -wild, wild);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  return shape(smooth(points, true), fill, opacity);
}

/** Rolling hills, filled down to `bottom`. */
export function hills(
  random: Random,
  width: number,
  bottom: number,
  y: number,
  height: number,
  fill: string,
): Svg {
  const steps = 5;
  const points = Array.from({ length: steps + 1 }, (_, i): Point => [
    (width * i) / steps,
    y + between(random, -height, height),
  ]);
  points.unshift([-width * 0.2, y]);
  points.push([width * 1.2, y]);
  return shape(`${smooth(points)}${d`L${width * 1.2} ${bottom}L${-width * 0.2} ${bottom}`}Z`, fill);
}

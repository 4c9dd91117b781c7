import { darken, lighten, SHADE } from './colour.ts';
import type { Point } from './curves.ts';
import { face, nape, type Look } from './face.ts';
import type { Random } from './random.ts';
import { circle, d, oval, place, rect, ring, shape, stroke, times, type Svg } from './shapes.ts';

/** In the figure's units: neck at 0,0, head 20 high. */
export interface Hands {
  readonly left: Point;
  readonly right: Point;
}

export const LAP: Hands = { left: [-4, 27], right: [4, 27] };
export const CHEER: Hands = { left: [-22, -12], right: [22, -12] };

/** From the front; base at y = 34. */
export function bust(random: Random, look: Look, hands: Hands = LAP): Svg {
  return (
    body(look) +
    place(face(random, look), 0, -9) +
    arm(look, -1, hands.left) +
    arm(look, 1, hands.right)
  );
}

/** From behind; base at y = 34. */
export function back(look: Look): Svg {
  const seam = stroke('M-8 5Q0 8 8 5', darken(look.jacket, 0.18), 0.8, 0.6);
  return (
    torso(look.jacket) +
    seam +
    stroke('M-9.6 33L-10.4 18M9.6 33L10.4 18', darken(look.jacket, 0.16), 1) +
    place(nape(look), 0, -7)
  );
}

const torso = (fill: string): Svg =>
  shape('M-15 34C-16.5 15-15 5-6 2.4Q0 0 6 2.4C15 5 16.5 15 15 34Z', fill);

function body(look: Look): Svg {
  const neck = rect(-3.4, -3, 6.8, 8, darken(look.skin, 0.1), 2);
  const shirt = shape('M-5.2 2.4Q0 7 5.2 2.4L4 34H-4Z', look.shirt);
  const collar = look.old
    ? stroke('M-5.4 2.6Q-2 10-2 34M5.4 2.6Q2 10 2 34', darken(look.jacket, 0.14), 1)
    : stroke('M-5.2 2.6L0 8L5.2 2.6', darken(look.jacket, 0.14), 1.6);
  const buttons = look.old
    ? times(4, (i) => circle(-3.2, 14 + i * 5, 0.7, lighten(look.jacket, 0.6)))
    : apron();
  return (
    torso(look.jacket) +
    (look.old ? shirt : '') +
    neck +
    shape('M-3.4 2Q0 5.4 3.4 2V-1H-3.4Z', darken(look.skin, 0.1)) +
    collar +
    buttons
  );
}

const apron = (): Svg =>
  shape('M-8 12H8L10 34H-10Z', '#fff3dc') +
  stroke('M-8 12L-6 3M8 12L6 3', '#fff3dc', 2) +
  rect(-5, 20, 10, 6, '#f3c36b', 1.5);

/** `side` -1 is the viewer's left. */
function arm(look: Look, side: -1 | 1, [x, y]: Point): Svg {
  const sleeve = darken(look.jacket, 0.07);
  const elbow: Point = y < 4 ? [side * 19, 8] : [side * 17, 20];
  const line = d`M${side * 11.5} 8.5Q${elbow[0]} ${elbow[1]} ${x} ${y}`;
  return (
    circle(x, y, 3.1, look.skin) +
    stroke(line, darken(look.jacket, 0.16), 7.2, 0.5) +
    stroke(line, sleeve, 6.4) +
    hand(look, x, y, elbow)
  );
}

function hand(look: Look, x: number, y: number, elbow: Point): Svg {
  const away = Math.hypot(x - elbow[0], y - elbow[1]) || 1;
  const [dx, dy] = [(x - elbow[0]) / away, (y - elbow[1]) / away];
  return (
    circle(x + dx * 3.2, y + dy * 3.2, 3.1, look.skin) +
    stroke(d`M${x - dy * 2.9} ${y + dx * 2.9}L${x + dy * 2.9} ${y - dx * 2.9}`, look.shirt, 1.4)
  );
}

/** From the front; feet at y = 62. */
export function seated(random: Random, look: Look, trousers: string, hands: Hands = LAP): Svg {
  const chair =
    rect(-17, 3, 34, 36, '#a97c55', 6) +
    rect(-14, 7, 28, 26, '#c79a6c', 4) +
    stroke('M-15 36L-17 60M15 36L17 60', '#8d6544', 2.6) +
    rect(-18, 35, 36, 5, '#8d6544', 2.5);
  const hips = shape('M-15 32Q0 26 15 32L16 40Q0 44-16 40Z', darken(trousers, 0.16));
  const above = bust(random, look, hands.left[1] > 20 ? { left: [-5, 26], right: [5, 26] } : hands);
  return (
    oval(0, 62, 24, 4, SHADE, 0.15) + chair + hips + above + leg(-1, trousers) + leg(1, trousers)
  );
}

/** A thigh from the knee, shin and slipper. */
const leg = (side: -1 | 1, trousers: string): Svg =>
  stroke(d`M${side * 8.4} 41L${side * 8} 56`, darken(trousers, 0.14), 8.6) +
  shape(d`M${side * 8 - 5} 62Q${side * 8 - 5.6} 56 ${side * 8} 56T${side * 8 + 5} 62Z`, '#a8604f') +
  oval(side * 8.2, 37.4, 7.4, 7.2, trousers) +
  stroke(
    d`M${side * 8.2 - 4} 34.4Q${side * 8.2} 31.6 ${side * 8.2 + 4} 34.4`,
    lighten(trousers, 0.3),
    0.9,
    0.6,
  );

/** From the front; knees at y = 42. */
export function kneeling(random: Random, look: Look, trousers: string, hands?: Hands): Svg {
  const lap =
    oval(-9.5, 36, 12, 7, trousers) +
    oval(9.5, 36, 12, 7, darken(trousers, 0.08)) +
    stroke('M0 31.5V41', darken(trousers, 0.25), 0.7, 0.6);
  return (
    oval(0, 41, 24, 4, SHADE, 0.2) + bust(random, look, hands ?? LAP) + lap + folded(look, hands)
  );
}

const folded = (look: Look, hands: Hands | undefined): Svg =>
  hands ? '' : circle(-2.6, 29.6, 3, look.skin) + circle(2.6, 29.6, 3, darken(look.skin, 0.05));

/** Sitting on the floor, from behind; base at y = 42. */
export const resting = (look: Look, trousers: string): Svg =>
  oval(0, 41, 24, 4, SHADE, 0.22) +
  shape('M-21 38Q-20 29-12 28H12Q20 29 21 38Q20 43 0 43T-21 38Z', trousers) +
  back(look) +
  shape('M-14.6 33Q0 37 14.6 33L14.8 35.6Q0 39.6-14.8 35.6Z', darken(look.jacket, 0.16));

/** From behind; feet at y = 78. `reach` is an outstretched hand. */
export function standing(look: Look, trousers: string, reach?: Point): Svg {
  const legs =
    stroke('M-6 34V70M6 34V70', trousers, 10.5) +
    stroke('M0 40V70', darken(trousers, 0.25), 0.8, 0.6);
  const shoes = shape('M-12 78Q-12 72-6 72T0 78ZM0 78Q0 72 6 72T12 78Z', '#6b4a3e');
  const ties = look.old ? '' : stroke('M-12 20Q0 24 12 20M0 22L-4 29M0 22L4 29', '#fff3dc', 1.8);
  return oval(0, 78, 17, 3, SHADE, 0.18) + shoes + legs + reaching(look, reach) + back(look) + ties;
}

function reaching(look: Look, reach: Point | undefined): Svg {
  if (!reach) return '';
  const side = Math.sign(reach[0]);
  return (
    circle(reach[0], reach[1], 3, look.skin) +
    stroke(
      d`M${side * 11} 9Q${side * 18} 18 ${reach[0] - side * 2} ${reach[1] - 1}`,
      darken(look.jacket, 0.08),
      6.6,
    )
  );
}

/** From behind; wheels at y = 62. */
export function wheelchair(look: Look, colour = '#4f6f8f'): Svg {
  const shoulders = place(back(look), 0, -4);
  const seat =
    rect(-15, 10, 30, 32, colour, 4) +
    stroke('M-13 20H13M-13 31H13', lighten(colour, 0.3), 0.9, 0.7) +
    rect(-16, 40, 32, 5, darken(colour, 0.35), 2);
  const poles =
    stroke('M-16 44V6Q-16 3-20 3M16 44V6Q16 3 20 3', '#8b8f96', 1.8) +
    stroke('M-18 3H-23M18 3H23', '#4a4246', 3.2);
  const frame = stroke('M-12 46L10 58M12 46L-10 58', '#8b8f96', 1.4);
  return (
    oval(0, 62, 26, 4, SHADE, 0.2) +
    shoulders +
    frame +
    wheel(-19) +
    wheel(19) +
    caster(-10) +
    caster(10) +
    seat +
    poles
  );
}

const wheel = (x: number): Svg =>
  oval(x, 43, 4.4, 19, '#4a4246') +
  oval(x, 43, 2.6, 16.4, '#d9d5cf') +
  stroke(d`M${x} 27V59M${x - 2} 36L${x + 2} 50M${x + 2} 36L${x - 2} 50`, '#a8a4a2', 0.5) +
  oval(x, 43, 1.2, 2, '#8b8f96');

const caster = (x: number): Svg => ring(x, 59, 2, '#4a4246', 1.4);

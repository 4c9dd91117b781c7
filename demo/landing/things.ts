import { lighten } from '../draw/colour.ts';
import { bloom } from '../draw/plants.ts';
import { circle, oval, place, rect, shape, stroke, type Svg } from '../draw/shapes.ts';

/** Of all pictures, in the scenes' units. */
export const WIDTH = 132;
export const HEIGHT = 99;

export const ORANGE = '#b84a00';
export const INK = '#33291f';
const PINK = '#e58fa8';

export const cosmos = (x: number, y: number, r: number, hue = PINK): Svg =>
  bloom(x, y, r, hue, '#f3b93c', { count: 8 });

export const vase = (x: number, y: number): Svg =>
  place(
    stroke('M0-8Q-3-16-6-20M0-8V-24M0-8Q3-16 6-19', '#6f9f56', 0.9) +
      cosmos(-6, -20, 4) +
      cosmos(6, -19, 3.8, '#fff4ea') +
      cosmos(0, -25, 4.4, '#cf6a92') +
      shape('M-3-11H3Q2-8 4-5T2 0H-2Q-6-1-4-5T-3-11Z', '#8fb0b8'),
    x,
    y,
  );

/** With a white border, clipped. */
export const print = (x: number, y: number, turn: number, picture: Svg): Svg =>
  place(
    rect(-15, -12, 32, 27, '#5b4836', 1, 0.18) +
      rect(-16, -13, 32, 27, '#ffffff', 1) +
      `<svg x="-14" y="-11" width="28" height="20" viewBox="-14 -11 28 20">${picture}</svg>`,
    x,
    y,
    1,
    turn,
  );

export const tea = (): Svg =>
  circle(1.4, 1.8, 14, '#5b4836', 0.22) +
  circle(0, 0, 14, '#f4efe6') +
  circle(0, 0, 11, '#9db668') +
  stroke('M-5-4q3-4 8-2', '#c9d9a2', 1.4) +
  stroke('M-2-22q-3-4 0-7t0-7M4-21q-3-4 0-7', '#ffffff', 1.2, 0.6);

export const cup = (hue: string): Svg =>
  oval(1, 0, 6.6, 1.5, '#3a2a3a', 0.18) +
  shape('M-6-10H6L5 0H-5Z', hue) +
  oval(0, -10, 6, 1.6, lighten(hue, 0.4)) +
  stroke('M-1.4-13q-1.8-2 0-4.4t0-4M2.4-13q-1.8-2 0-4.4', '#ffffff', 0.8, 0.7);

export const text = (
  x: number,
  y: number,
  size: number,
  words: string,
  fill: string,
  anchor = 'middle',
): Svg =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" text-anchor="${anchor}" fill="${fill}" font-family="'Hiragino Mincho ProN','Noto Serif JP','Noto Serif CJK JP','Yu Mincho',serif">${words}</text>`;

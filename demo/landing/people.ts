import type { Look } from '../draw/face.ts';
import { darken, lighten } from '../draw/colour.ts';
import type { Point } from '../draw/curves.ts';
import { createRandom } from '../draw/random.ts';
import { circle, d, rect, shape, stroke, type Svg } from '../draw/shapes.ts';

/** The same people in all pictures of the landing page. */
const elder = (look: Partial<Look>): Look => ({
  skin: '#f3cfae',
  hair: '#dcd9d4',
  style: 'bun',
  glasses: false,
  old: true,
  shirt: '#fbf4e6',
  jacket: '#c98a8f',
  ...look,
});

export const HARU = elder({});
export const SHOICHI = elder({ hair: '#c9c5c2', style: 'short', glasses: true, jacket: '#8fa58a' });
export const FUMI = elder({ hair: '#ece8e1', style: 'perm', jacket: '#8c9dbb', skin: '#f6d6b8' });
export const DAUGHTER = elder({ hair: '#5c4033', style: 'bob', jacket: '#d0a466', glasses: true });
export const GRANDCHILD: Look = {
  ...elder({ hair: '#3d3130', style: 'short', jacket: '#7fa7b5', skin: '#f6d6b8' }),
  old: false,
};
export const CARER: Look = {
  ...elder({ hair: '#4a352c', style: 'tail', jacket: '#e9944a' }),
  old: false,
};

/** A source per drawing, so that changing one leaves the others as they are. */
export const randomOf = createRandom;

/** Over the apron of the house's pictures; below the arms. */
export const jumper = (colour: string): Svg =>
  shape('M-8.6 5Q0 10.5 8.6 5L11.4 34H-11.4Z', colour) +
  stroke('M-5.4 3Q0 8.4 5.4 3', darken(colour, 0.16), 1.4) +
  rect(-10.6, 17, 21.2, 4, '#fbf4e6', 0, 0.9);

/** Upright, from the front; `picture` fills 20 by 36 units from -10, -18. */
export const phone = (picture: Svg): Svg =>
  rect(-12, -21, 24, 42, '#33291f', 3.4) +
  `<svg x="-10" y="-18" width="20" height="36" viewBox="-10 -18 20 36">${picture}</svg>` +
  rect(-3, -20.2, 6, 1, '#6b5c4d', 0.5);

/** Holds the edge at `to`; the sleeve comes from `from`. */
export function hand(skin: string, sleeve: string, from: Point, to: Point, thumb: Point): Svg {
  const wrist: Point = [from[0] + (to[0] - from[0]) * 0.55, from[1] + (to[1] - from[1]) * 0.55];
  return (
    stroke(d`M${wrist[0]} ${wrist[1]}L${to[0]} ${to[1]}`, darken(skin, 0.05), 12) +
    stroke(d`M${to[0]} ${to[1]}L${thumb[0]} ${thumb[1]}`, skin, 6) +
    stroke(d`M${from[0]} ${from[1]}L${wrist[0]} ${wrist[1]}`, sleeve, 17) +
    stroke(d`M${thumb[0]} ${thumb[1]}l0 -1`, lighten(skin, 0.5), 3, 0.8)
  );
}

/** As in the list of residents. */
export const portrait = (face: Svg, colour: string, id: string): Svg =>
  `<clipPath id="${id}"><circle r="15"/></clipPath>` +
  circle(0, 0, 16.4, '#ffffff') +
  `<g clip-path="url(#${id})">${circle(0, 0, 15, colour)}${face}</g>`;

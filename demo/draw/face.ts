import { darken, INK } from './colour.ts';
import { chance, pick, type Random } from './random.ts';
import { circle, d, oval, ring, shape, stroke, type Svg } from './shapes.ts';

export interface Look {
  readonly skin: string;
  readonly hair: string;
  readonly style: 'perm' | 'bun' | 'short' | 'bald' | 'bob' | 'tail';
  readonly glasses: boolean;
  readonly old: boolean;
  readonly shirt: string;
  readonly jacket: string;
}

const SKINS = ['#f3cfae', '#f0c6a2', '#f6d6b8', '#e9bd97'];
const JACKETS = [
  '#c98a8f',
  '#8fa58a',
  '#8c9dbb',
  '#b79bb8',
  '#d0a466',
  '#a8907c',
  '#7f9fa3',
  '#c77f6a',
];

/** Grey hair and a cardigan. */
export const elder = (
  random: Random,
  styles: readonly Look['style'][] = ['perm', 'bun', 'short', 'bald', 'perm'],
): Look => ({
  skin: pick(random, SKINS),
  hair: pick(random, ['#c9c5c2', '#dcd9d4', '#b3aeae', '#ece8e1']),
  style: pick(random, styles),
  glasses: chance(random, 0.35),
  old: true,
  shirt: pick(random, ['#fbf4e6', '#f1e3cf', '#e6edf0', '#f6dfd8']),
  jacket: pick(random, JACKETS),
});

/** Dark hair and the house's orange. */
export const carer = (random: Random): Look => ({
  skin: pick(random, SKINS),
  hair: pick(random, ['#4a352c', '#5c4033', '#3d3130']),
  style: pick(random, ['bob', 'tail', 'short']),
  glasses: chance(random, 0.2),
  old: false,
  shirt: '#fff8ea',
  jacket: pick(random, ['#e9944a', '#f0a75c', '#e58a52']),
});

/** About 20 units high, chin at y = 10, from the front. */
export function face(random: Random, look: Look): Svg {
  const ears =
    circle(-9.2, 0.8, 2, darken(look.skin, 0.06)) + circle(9.2, 0.8, 2, darken(look.skin, 0.06));
  const head = shape('M-9-2C-9-8.5-5-11 0-11S9-8.5 9-2C9.4 5.5 5 10 0 10S-9.4 5.5-9-2Z', look.skin);
  return hairBehind(look) + ears + head + features(random, look) + hairBefore(look);
}

export function nape(look: Look): Svg {
  const ears = circle(-9.2, 1, 1.9, look.skin) + circle(9.2, 1, 1.9, look.skin);
  const neck = shape('M-7 0C-7 7-5 10 0 10S7 7 7 0Z', darken(look.skin, 0.08));
  const back = shape('M-9.6 0C-10.4-8-6-12 0-12S10.4-8 9.6 0C9 5 6 7 0 7S-9 5-9.6 0Z', look.hair);
  const bald =
    look.style === 'bald'
      ? shape('M-8-3C-8-9-4-11.6 0-11.6S8-9 8-3C4-.5-4-.5-8-3Z', look.skin)
      : '';
  const light = look.style === 'bald' ? '' : stroke('M-5-8Q-2-10.4 3-9.6', '#ffffff', 1.1, 0.28);
  const knot =
    look.style === 'bun' || look.style === 'tail'
      ? circle(0, -1.5, 4.2, darken(look.hair, 0.1)) +
        stroke('M-2.6-2.6Q0-4.6 2.6-2.6', '#ffffff', 0.7, 0.4)
      : '';
  const tail =
    look.style === 'tail'
      ? shape('M-2 1C-4 8-3 12 0 15C3 12 4 8 2 1Z', darken(look.hair, 0.1))
      : '';
  return (
    ears + neck + (look.style === 'perm' ? curls(look, 1) : '') + back + bald + light + tail + knot
  );
}

function curls({ hair }: Look, lift = 0): Svg {
  const spots = [
    [-9, -1, 4],
    [-8.6, -6, 4.2],
    [-5, -10, 4.4],
    [0, -11.6, 4.6],
    [5, -10, 4.4],
    [8.6, -6, 4.2],
    [9, -1, 4],
  ] as const;
  return spots.map(([x, y, r]) => circle(x, y - lift, r, hair)).join('');
}

function hairBehind(look: Look): Svg {
  if (look.style === 'perm') return curls(look);
  if (look.style === 'bun')
    return (
      circle(0, -13.4, 4.4, look.hair) + stroke('M-2.4-14.6Q0-16.4 2.4-14.6', '#ffffff', 0.7, 0.5)
    );
  if (look.style === 'bob')
    return shape('M-11 6C-12-6-9-13 0-13S12-6 11 6C11 8 8 9 7 8L-7 8C-8 9-11 8-11 6Z', look.hair);
  if (look.style === 'tail') return shape('M6-10C14-10 14 0 11 8C10 3 9-2 5-5Z', look.hair);
  return '';
}

const FRINGES: Record<Look['style'], string> = {
  perm: 'M-9.6-1C-11-9-6-12.6 0-12.6S11-9 9.6-1C8.8-3.5 8-5.4 6-6C4-4.6 2-5 .4-6.4C-1.4-4.8-4-4.8-5.6-6C-7.8-5-8.8-3.5-9.6-1Z',
  bun: 'M-9.4-1C-10.4-8.6-6-12.2 0-12.2S10.4-8.6 9.4-1C8.6-5 5-7.6 0-8C-5-7.6-8.6-5-9.4-1Z',
  short:
    'M-9.5-.6C-10.6-9-6-12.8 0-12.6C6.6-12.8 10.6-9 9.5-.6C8.8-3 8.2-5 6.6-6.4C2-5-3-5.6-6-7C-8-5-8.8-3-9.5-.6Z',
  bald: 'M-9.6 2C-10.8-2-9.8-5-8.2-6C-8.6-3-8.8-.6-8.6 2ZM9.6 2C10.8-2 9.8-5 8.2-6C8.6-3 8.8-.6 8.6 2Z',
  bob: 'M-9.6 1C-10.6-9-6-12.8 0-12.8S10.6-9 9.6 1C8.8-2 8.4-4 7.6-5.4C3-4-4-4-7.6-5.8C-8.4-4-8.8-2-9.6 1Z',
  tail: 'M-9.6-.6C-10.6-9-6-12.8 0-12.8S10.6-9 9.6-.6C8.6-5 4-6.6 1-9C-2-6-7-5-9.6-.6Z',
};

function hairBefore(look: Look): Svg {
  const light =
    look.style === 'bald'
      ? stroke('M-3.5-9Q0-10.4 3-9.2', '#ffffff', 1, 0.5)
      : stroke('M-5-9.8Q-2-11.6 2-11.2', '#ffffff', 0.9, 0.3);
  return shape(FRINGES[look.style], look.hair) + light;
}

function features(random: Random, look: Look): Svg {
  const eyes = chance(random, 0.7)
    ? stroke('M-5.6.4Q-4-1.4-2.4.4M2.4.4Q4-1.4 5.6.4', INK, 0.9)
    : oval(-4, -0.2, 0.85, 1.1, INK) + oval(4, -0.2, 0.85, 1.1, INK);
  const mouth = chance(random, 0.5)
    ? stroke('M-3 4.6Q0 7.2 3 4.6', '#a8574a', 0.9)
    : shape('M-3.2 4.2Q0 5 3.2 4.2Q2.6 8 0 8T-3.2 4.2Z', '#a8574a') +
      shape('M-2.4 4.5Q0 5 2.4 4.5Q2 5.6 0 5.6T-2.4 4.5Z', '#ffffff');
  const cheeks = oval(-5.8, 3.4, 2, 1.4, '#e8826f', 0.32) + oval(5.8, 3.4, 2, 1.4, '#e8826f', 0.32);
  const nose = stroke('M-.3 1.2Q.9 2.4-.5 2.6', darken(look.skin, 0.28), 0.7);
  return cheeks + eyes + nose + mouth + age(look) + (look.glasses ? spectacles() : '');
}

function age(look: Look): Svg {
  if (!look.old) return stroke('M-5.6-3.2Q-4-4.2-2.4-3.4M5.6-3.2Q4-4.2 2.4-3.4', look.hair, 0.8);
  const brows = stroke('M-5.8-3Q-4-4-2.4-3.2M5.8-3Q4-4 2.4-3.2', darken(look.hair, 0.18), 0.9);
  const lines = stroke(
    d`M-7.2-.4l-.9-.6M7.2-.4l.9-.6M-4.6 3.6Q-5 4.8-4.4 6M4.6 3.6Q5 4.8 4.4 6`,
    darken(look.skin, 0.22),
    0.5,
    0.7,
  );
  return brows + lines;
}

const spectacles = (): Svg =>
  ring(-4, 0, 3, '#6b4f42', 0.7) +
  ring(4, 0, 3, '#6b4f42', 0.7) +
  stroke('M-1-.3Q0-1 1-.3', '#6b4f42', 0.7);

import { hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { shadow, sky } from '../draw/light.ts';
import { CHEER, kneeling } from '../draw/people.ts';
import { crown, drifting, tree, tufts } from '../draw/plants.ts';
import { between, pick, whole, type Random } from '../draw/random.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const PINKS = [
  ['#e9a3b4', '#f5c2cc', '#fde4e6'],
  ['#eeb4bf', '#f9d3d8', '#fff1f0'],
  ['#df93ab', '#f0b3c4', '#fbd8de'],
] as const;

const TROUSERS = ['#6f6a80', '#7a6a5a', '#5f6f80', '#80697a'];

export function cherryPicnic(random: Random, width: number, height: number): Svg {
  const pinks = pick(random, PINKS);
  const ground = height * between(random, 0.56, 0.62);
  const trees = whole(random, 2, 4);
  return (
    sky(random, width, height, 'spring') +
    hills(random, width, height, ground - 6, 4, '#bcd3a4') +
    times(trees + 2, (i) => tree(random, (width * (i + 0.2)) / (trees + 1), ground, 26, pinks)) +
    hills(random, width, height, ground, 2, '#9cc277') +
    tree(random, width * between(random, 0.06, 0.2), ground + 14, 62, pinks) +
    crown(random, width * 0.9, -2, width * 0.36, height * 0.2, pinks, 10) +
    tufts(random, width, ground + 5, height - ground, ['#7ba859', '#b2d48a'], 26) +
    picnic(random, width, height) +
    drifting(random, width, 0, height, [pinks[1], pinks[2], '#ffffff'], 40)
  );
}

function picnic(random: Random, width: number, height: number): Svg {
  const people = width > height * 1.1 ? whole(random, 2, 4) : whole(random, 2, 3);
  const size = Math.min(0.78, (width / people / 40) * 0.95);
  const y = height * 0.88;
  const mat = pick(random, ['#c9564b', '#5d82b0', '#d99a4e']);
  const seat = (i: number): Svg => {
    const x = (width * (i + 0.5)) / people + between(random, -3, 3);
    const hands =
      i === 0 && random() < 0.6 ? { left: [-5, 26] as const, right: CHEER.right } : undefined;
    return (
      shadow(x, y - 1, 17 * size, 3) +
      place(kneeling(random, elder(random), pick(random, TROUSERS), hands), x, y - 36 * size, size)
    );
  };
  return (
    shape(d`M${-4} ${y - 7}L${width + 4} ${y - 9}L${width + 12} ${height + 4}H-12Z`, mat) +
    stroke(d`M-4 ${y - 5}L${width + 4} ${y - 7}`, '#ffffff', 0.6, 0.5) +
    times(people, seat) +
    times(people, (i) => place(lunch(random), (width * (i + 0.5)) / people, y + 7, 0.9))
  );
}

function lunch(random: Random): Svg {
  const box = pick(random, ['#3d3036', '#8f3a34', '#f6ead2']);
  return (
    rect(-9, -2, 18, 9, '#3a2a3a', 1.5, 0.2) +
    rect(-9, -4, 18, 9, box, 1.4) +
    rect(-8, -3, 16, 7, '#fff6e4', 0.8) +
    rect(-7.4, -2.4, 7, 5.8, '#fdfaf2', 0.8) +
    circle(-4, 0.4, 1.1, '#c9473c') +
    circle(2, -0.6, 1.7, '#e6a23e') +
    circle(5.6, 1, 1.8, '#6f9f4f') +
    circle(2.4, 2.2, 1.4, '#d9604a')
  );
}

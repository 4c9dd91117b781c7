import { darken, lighten } from '../draw/colour.ts';
import { blob, hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { shadow, sky } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { crown } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { d, oval, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function sweetPotatoes(random: Random, width: number, height: number): Svg {
  const far = height * between(random, 0.4, 0.48);
  const people = chance(random, 0.8) ? whole(random, 1, width > height * 1.2 ? 3 : 2) : 0;
  const size = height > width ? 1.05 : 0.9;
  return (
    sky(random, width, height, 'autumn') +
    hills(random, width, height, far - 6, 5, '#c7bf86') +
    times(4, () =>
      crown(random, random() * width, far - 4, 14, 9, ['#a8632c', '#cf8a35', '#e6b24f'], 7),
    ) +
    hills(random, width, height, far, 2, '#9a6f4c') +
    ridges(random, width, height, far) +
    times(people, (i) =>
      place(farmer(random, i === 0), width * ((i + 0.5) / people), height * 0.8 - 34 * size, size),
    ) +
    hills(random, width, height, height * 0.78, 2, '#7f5638') +
    times(14, () =>
      blob(random, random() * width, height * between(random, 0.82, 1), 3, 1.4, '#6b4630'),
    ) +
    basket(random, width * 0.5, height * 0.95, height > width ? 1.25 : 1.05)
  );
}

const farmer = (random: Random, proud: boolean): Svg =>
  bust(random, elder(random), proud ? { left: [-9, 18], right: [9, 18] } : undefined) +
  (proud ? place(potato(random), 0, 15, 1.2, between(random, -15, 15)) : '');

const ridges = (random: Random, width: number, height: number, far: number): Svg =>
  times(5, (i) => {
    const y = far + 4 + ((height * 0.8 - far) * i) / 5;
    const tufts = times(width / 9, (k) =>
      blob(
        random,
        k * 9 + between(random, 0, 6),
        y - 1,
        4 + i * 0.4,
        2.2 + i * 0.3,
        pick(random, ['#5f8f4a', '#7aa556', '#4f7f45']),
        { wild: 0.3 },
      ),
    );
    return stroke(d`M0 ${y + 2}H${width}`, '#6b4630', 1.4, 0.4) + tufts;
  });

/** 16 units long, around 0,0. */
function potato(random: Random): Svg {
  const skin = pick(random, ['#a8446a', '#96385c', '#b5567a', '#8f3f66']);
  return (
    shape('M-9.4 .6C-7-5.6 4-6.4 9-1.4C11 1 10 3 6 4C0 6-7 5.6-9.4 .6Z', '#3a1a2e', 0.35) +
    stroke('M-8 0Q-11-1-13 1', darken(skin, 0.2), 0.7) +
    shape('M-8.6 0C-7-4.6 4-5.4 8-1.4C10 .4 9 2 6 3C0 5-7 4.6-8.6 0Z', skin) +
    shape('M-8.6 0C-4 3 4 3.4 9 .4C9 2 7 2.8 6 3C0 5-7 4.6-8.6 0Z', darken(skin, 0.28), 0.5) +
    stroke('M-4-2.6Q0-3.8 4-2.8', lighten(skin, 0.5), 0.8, 0.7) +
    stroke('M-2-.6h2M2 .6h1.6M-5 .8h1.4', darken(skin, 0.35), 0.4)
  );
}

function basket(random: Random, x: number, y: number, size: number): Svg {
  const heap = times(12, (i) =>
    place(
      potato(random),
      (i % 4) * 9 - 14 + between(random, -2, 2),
      -15 - Math.floor(i / 4) * 5,
      0.95,
      between(random, -40, 40),
    ),
  );
  const weave =
    times(4, (i) =>
      stroke(
        d`M${-25 + i} ${-13 + i * 3.6}Q0 ${-9 + i * 3.6} ${25 - i} ${-13 + i * 3.6}`,
        '#a8743c',
        0.8,
      ),
    ) + times(9, (i) => stroke(d`M${(i - 4) * 5.8} -13L${(i - 4) * 4.8} 0`, '#a8743c', 0.6));
  return (
    shadow(x, y, 26 * size, 4, 0.25) +
    place(
      oval(0, -14, 26, 5, '#8a5c34') +
        heap +
        shape('M-26-14Q0-7 26-14L20 1Q0 4-20 1Z', '#d3a05c') +
        weave,
      x,
      y,
      size,
    )
  );
}

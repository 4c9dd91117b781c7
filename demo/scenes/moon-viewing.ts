import { lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { glow, shadow, sky } from '../draw/light.ts';
import { resting } from '../draw/people.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function moonViewing(random: Random, width: number, height: number): Svg {
  const deck = height * 0.8;
  const x = width * between(random, 0.5, 0.74);
  const r = between(random, 12, 17);
  const guests = chance(random, 0.6);
  const offering = width * (guests ? 0.2 : between(random, 0.24, 0.4));
  return (
    sky(random, width, height, 'night') +
    moon(x, height * 0.3, r) +
    shape(
      d`M${width * 0.1} ${height * 0.36}q${width * 0.2} -5 ${width * 0.4} 0t${width * 0.5} 0q-${width * 0.2} 5 -${width * 0.45} 2t-${width * 0.45} -2Z`,
      '#8f97c9',
      0.35,
    ) +
    hills(random, width, height, height * 0.66, 5, '#353a68') +
    hills(random, width, height, height * 0.74, 3, '#2b2f56') +
    times(whole(random, 5, 9), () =>
      grass(
        random,
        between(random, -0.02, 0.45) * width,
        deck + 2,
        height * between(random, 0.3, 0.52),
      ),
    ) +
    rect(0, deck, width, height - deck, '#6b4a44') +
    times(5, (i) => stroke(d`M0 ${deck + 1 + i * i * 1.1}H${width}`, '#4a3236', 0.4)) +
    rect(0, deck, width, 1.2, '#a3786a') +
    (guests
      ? times(width > 115 ? 2 : 1, (i) =>
          place(
            resting(
              { ...elder(random), jacket: pick(random, ['#6f6fa8', '#9a6f86', '#5f8590']) },
              '#4a4560',
            ),
            width * 0.58 + i * 34,
            deck - 34,
            0.95,
          ),
        )
      : '') +
    shadow(offering, deck + 9, 17, 2.4, 0.3) +
    place(dumplings(), offering, deck + 8, height > width ? 1.2 : 1)
  );
}

const moon = (x: number, y: number, r: number): Svg =>
  glow(x, y, r, '#fde7a3') +
  circle(x - r * 0.3, y - r * 0.1, r * 0.2, '#f0d48a', 0.5) +
  circle(x + r * 0.26, y + r * 0.28, r * 0.28, '#f0d48a', 0.45) +
  circle(x + r * 0.16, y - r * 0.42, r * 0.14, '#f0d48a', 0.5);

function grass(random: Random, x: number, y: number, tall: number): Svg {
  const lean = between(random, 4, 16);
  const [tx, ty] = [x + lean, y - tall];
  const plume = pick(random, ['#e9d7b0', '#d9c093', '#f3e6c6']);
  const side = chance(random, 0.6) ? 1 : -1;
  const feather = shape('M0 6C-1 0 1-7 8-11C15-14 19-10 20-5C16-9 12-8 9-4C6 0 3 3 0 6Z', plume);
  const hairs = times(6, (i) =>
    stroke(
      d`M${2 + i * 2.2} ${1 - i * 1.9}q${4} ${-2.4} ${7 - i * 0.6} ${1.4}`,
      lighten(plume, 0.4),
      0.6,
    ),
  );
  return (
    stroke(d`M${x} ${y}Q${x + lean * 0.2} ${y - tall * 0.6} ${tx} ${ty}`, '#a8a568', 0.8) +
    stroke(
      d`M${x} ${y}Q${x - 5} ${y - tall * 0.35} ${x - 12} ${y - tall * 0.4}M${x} ${y}Q${x + 6} ${y - tall * 0.3} ${x + 13} ${y - tall * 0.28}`,
      '#7f8a58',
      0.8,
    ) +
    place(feather + hairs, tx, ty, tall / 44, 0, side < 0)
  );
}

/** A pyramid on its stand; base at y = 0. */
function dumplings(): Svg {
  const row = (count: number, y: number): Svg =>
    times(count, (i) => ball((i - (count - 1) / 2) * 6.6, y));
  return (
    shape('M-9-9H9L8 0H-8Z', '#d9ab74') +
    circle(0, -4.6, 1.8, '#8a5f40') +
    shape('M-15-14H15L12-8H-12Z', '#e9c290') +
    rect(-16, -15, 32, 2, '#f3d9b0') +
    shape('M-12-15L0-11L12-15Z', '#fffaf0') +
    row(4, -18) +
    row(3, -23.4) +
    row(2, -28.8) +
    row(1, -34.2)
  );
}

const ball = (x: number, y: number): Svg =>
  circle(x, y, 3.5, '#e3d9cc') + circle(x - 0.4, y - 0.4, 3.1, '#fffaf0');

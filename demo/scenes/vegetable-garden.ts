import { darken, GREENS, lighten } from '../draw/colour.ts';
import { blob, hills } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { sky } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { crown, leaf } from '../draw/plants.ts';
import { between, chance, pick, shuffle, whole, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function vegetableGarden(random: Random, width: number, height: number): Svg {
  const far = height * between(random, 0.4, 0.48);
  const kinds = shuffle(random, [tomato, aubergine, cucumber, tomato]);
  const plants = Math.max(3, Math.round(width / 34));
  return (
    sky(random, width, height, 'day') +
    times(5, (i) => crown(random, (width * (i + 0.5)) / 5, far - 2, 18, 13, GREENS.summer, 7)) +
    fence(width, far) +
    hills(random, width, height, far + 3, 1.5, '#a87a52') +
    times(9, (i) => crown(random, (width * (i + 0.5)) / 9, height * 0.64, 8, 7, GREENS.summer, 6)) +
    rect(0, height * 0.68, width, height * 0.32, '#8a5f40') +
    (chance(random, 0.75)
      ? place(
          gardener(random),
          (width * whole(random, 1, plants - 1)) / plants,
          height * 0.86 - 36,
          height > width ? 1.1 : 0.98,
        )
      : '') +
    times(plants, (i) =>
      vine(
        random,
        (width * (i + 0.5)) / plants,
        height * 0.92,
        height * between(random, 0.38, 0.46),
        kinds[i % 4] ?? tomato,
      ),
    ) +
    times(20, () =>
      blob(
        random,
        random() * width,
        height * between(random, 0.92, 1.02),
        5,
        2.4,
        pick(random, ['#6b4630', '#7a5238']),
      ),
    )
  );
}

const gardener = (random: Random): Svg => bust(random, elder(random)) + place(strawHat(), 0, -17);

const strawHat = (): Svg =>
  shape('M-19 2Q0-6 19 2Q0 8-19 2Z', '#e3c685') +
  shape('M-10 1C-10-11 10-11 10 1Q0 4-10 1Z', '#f1dcA6'.toLowerCase()) +
  stroke('M-10 .6Q0 3.6 10 .6', '#c9635a', 1.8);

const fence = (width: number, y: number): Svg =>
  times(width / 8, (i) => rect(i * 8, y - 8, 5, 12, '#e9d9bd', 1)) +
  rect(0, y - 5, width, 1.6, '#cdb894');

function vine(
  random: Random,
  x: number,
  y: number,
  tall: number,
  fruit: (random: Random) => Svg,
): Svg {
  const stake = rect(x - 0.7, y - tall - 4, 1.4, tall + 6, '#b98d4e', 0.6);
  const leaves = times(15, (i) => {
    const green = pick(random, ['#4f8f48', '#6aa654', '#3f7a45', '#7fb35a']);
    const at = y - tall * (0.1 + (i / 15) * 0.92);
    return place(
      shape(leaf(between(random, 8, 12), 3.4), green) + stroke('M0 0H7', darken(green, 0.2), 0.35),
      x,
      at,
      1,
      (i % 2 ? 180 : 0) + between(random, -45, 45),
    );
  });
  const fruits = times(6, (i) =>
    place(
      fruit(random),
      x + (i % 2 ? 1 : -1) * between(random, 3, 8),
      y - tall * (0.16 + i * 0.13),
      between(random, 0.8, 1.15),
    ),
  );
  return (
    stake +
    stroke(d`M${x} ${y}Q${x + 3} ${y - tall / 2} ${x} ${y - tall}`, '#5f9a4c', 1.2) +
    leaves +
    fruits
  );
}

function tomato(random: Random): Svg {
  const red = pick(random, ['#d9412f', '#e5573a', '#ef8a3a', '#a9bb4f']);
  return (
    circle(0.4, 0.6, 3.9, '#2e3a2a', 0.2) +
    circle(0, 0, 3.8, red) +
    circle(-1.2, -1.2, 1, lighten(red, 0.6), 0.8) +
    shape('M0-2.6L-2.4-4.4L-.4-3.6L0-5.4L.6-3.6L2.4-4.2Z', '#4f8a45')
  );
}

const aubergine = (): Svg =>
  shape('M-1.4-3C-4 2-4 9 0 9.4S4 2 1.4-3Z', '#4a3566') +
  stroke('M-1.4 1Q-2.2 4-1.4 6.6', '#a893c9', 0.8, 0.8) +
  shape('M-2.6-1.4Q0-6 2.6-1.4Q0-.4-2.6-1.4Z', '#5a7f52');

const cucumber = (random: Random): Svg =>
  place(
    rect(-1.8, -2, 3.6, 14, '#3f8a45', 1.8) +
      stroke('M-.6 0V10', '#8fc46f', 0.5) +
      oval(0, 12, 1.2, 1, '#f3cf52'),
    0,
    0,
    1,
    between(random, -14, 14),
  );

import { darken, lighten } from '../draw/colour.ts';
import { bokeh, wash } from '../draw/light.ts';
import { bloom, leaf } from '../draw/plants.ts';
import { between, cycle, pick, shuffle, type Random } from '../draw/random.ts';
import { d, oval, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const FLOWERS = ['#f3b93c', '#e58fa8', '#fff4ea', '#e8694a', '#b59fd6', '#8fb8dd', '#f6c9a0'];

/** Holding flowers from the garden. */
export function handsFlowers(random: Random, width: number, height: number): Svg {
  const [top, bottom] = pick(random, [
    ['#cfe0b8', '#8fb27a'],
    ['#f6e3c4', '#e0b98a'],
    ['#d6e6ea', '#a3c0c0'],
    ['#f3dcd6', '#d6a8a0'],
  ] as const);
  const skin = pick(random, ['#eec4a0', '#e9b994', '#f3cfae']);
  const sleeve = pick(random, ['#c98a8f', '#8c9dbb', '#8fa58a', '#b79bb8', '#d0a466']);
  const size = Math.min(width / 104, height / 104) * 1.04;
  return (
    wash('mood', 0, width, height, top, bottom) +
    bokeh(random, width, height, ['#ffffff', lighten(top, 0.4), '#ffe9b0'], 22) +
    place(bouquet(random) + hands(skin, sleeve), width / 2, height - 34 * size, size)
  );
}

function bouquet(random: Random): Svg {
  const hues = shuffle(random, FLOWERS);
  const greens = times(16, (i) =>
    place(
      shape(leaf(between(random, 22, 36), 4.4), pick(random, ['#5f9a56', '#7fb06a', '#4f8a58'])),
      0,
      0,
      1,
      -166 + i * 9.6 + between(random, -5, 5),
    ),
  );
  const heads = times(19, (i) => {
    const reach = Math.sqrt((19 - i) / 19);
    const angle = i * 2.4;
    const [x, y] = [Math.cos(angle) * reach * 25, -26 + Math.sin(angle) * reach * 17];
    const hue = cycle(hues, i % 4);
    return (
      oval(x + 0.6, y + 1.2, 6, 5.6, '#2e3a2a', 0.16) +
      bloom(x, y, between(random, 4.6, 7.4), hue, hue === '#f3b93c' ? '#8a5a3c' : '#f6cf5a', {
        count: pick(random, [5, 8, 12]),
        plump: 1.1,
        turn: random() * 90,
      })
    );
  });
  return (
    times(9, (i) => stroke(d`M${(i - 4) * 1.4} 14L${(i - 4) * 4} -16`, '#6f9f56', 1)) +
    greens +
    heads
  );
}

/** Cupped, from below; the wrists leave at the lower corners. */
function hands(skin: string, sleeve: string): Svg {
  const one = (shade: number): Svg => {
    const tone = darken(skin, shade);
    const line = darken(skin, 0.2 + shade);
    return (
      shape('M20 8C32 12 46 22 58 44L28 52C22 36 10 30 2 24Z', tone) +
      shape('M34 14L60 24L66 54H22Q24 32 34 14Z', sleeve) +
      stroke('M33 16Q26 30 24 46', darken(sleeve, 0.16), 2) +
      times(4, (i) =>
        stroke(
          d`M${24 - i} ${8 + i * 5}Q${6} ${6 + i * 5.6} ${-8 + i * 2.2} ${3 + i * 6}`,
          i % 2 ? tone : darken(tone, 0.03),
          7.4,
        ),
      ) +
      times(3, (i) =>
        stroke(
          d`M${20 - i} ${11.6 + i * 5.2}Q${6} ${9.4 + i * 5.6} ${-6 + i * 2.2} ${6.6 + i * 6}`,
          line,
          0.5,
          0.6,
        ),
      ) +
      times(4, (i) => oval(-8.6 + i * 2.2, 2.4 + i * 6, 1.9, 1.5, lighten(skin, 0.5), 0.85)) +
      stroke('M24 4C20-6 16-10 11-12', tone, 7) +
      oval(10.6, -12, 1.7, 2, lighten(skin, 0.5), 0.85, -40) +
      stroke('M26 12q3 2 4 6M29 10q3 2 4.4 5', line, 0.5, 0.6)
    );
  };
  return place(one(0.05), 2, 0, 1, 0, true) + place(one(0), -2, 2, 1);
}

import { darken, lighten, mix } from '../draw/colour.ts';
import { blob } from '../draw/curves.ts';
import { bokeh, rain, sky } from '../draw/light.ts';
import { leaf, petals } from '../draw/plants.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const HEADS = ['#7f8fd0', '#a987c9', '#d98ab0', '#6fa5d8', '#c9a5dc', '#8fb8dd', '#eef0ea'];

export function hydrangea(random: Random, width: number, height: number): Svg {
  const first = pick(random, HEADS);
  const second = pick(random, HEADS);
  const count = whole(random, 3, 5);
  const size = Math.sqrt(width * height) * 0.19;
  const heads = times(count, (i) => {
    const x = width * ((i + 0.5) / count) + between(random, -5, 5);
    const y = height * (i % 2 ? 0.68 : 0.46) + between(random, -5, 5);
    const r = size * between(random, 0.85, 1.1);
    return leaves(random, x, y, r) + head(random, x, y, r, mix(first, second, random()));
  });
  return (
    sky(random, width, height, 'rain') +
    times(7, () =>
      blob(
        random,
        random() * width,
        height * between(random, 0.4, 1),
        22,
        18,
        pick(random, ['#7f9f86', '#8fae90', '#6d9079']),
        { opacity: 0.75 },
      ),
    ) +
    rect(0, height * 0.78, width, height * 0.22, '#3f6a50') +
    bokeh(random, width, height * 0.5, [first, second, '#ffffff'], 6) +
    times(8, () => leaves(random, random() * width, height * between(random, 0.75, 1), size)) +
    heads +
    (chance(random, 0.5)
      ? place(snail(), width * between(random, 0.2, 0.8), height * 0.9, 1.2)
      : '') +
    rain(random, width, height)
  );
}

function head(random: Random, x: number, y: number, r: number, colour: string): Svg {
  const florets = times(28, (i) => {
    const reach = Math.sqrt((27.5 - i) / 28) * r * 0.92;
    const angle = i * 2.4;
    const [fx, fy] = [Math.cos(angle) * reach, Math.sin(angle) * reach * 0.92];
    const light = 0.32 - (fx + fy * 1.6) / (r * 5) + between(random, -0.1, 0.1);
    const petal = light > 0 ? lighten(colour, Math.min(0.6, light)) : darken(colour, -light);
    return place(
      shape(petals(4, r * 0.3, 1.15), petal) + circle(0, 0, r * 0.035, '#fff6d8'),
      x + fx,
      y + fy,
      1,
      random() * 90,
    );
  });
  return (
    oval(x + 1, y + r * 0.2, r * 1.02, r * 0.98, '#2e3a3a', 0.22) +
    circle(x, y, r * 0.95, darken(colour, 0.25)) +
    florets
  );
}

const leaves = (random: Random, x: number, y: number, r: number): Svg =>
  times(4, (i) => {
    const green = pick(random, ['#4f8a5a', '#3f7a52', '#629a5e']);
    const blade =
      shape(leaf(r * 1.35, r * 0.5), green) +
      shape(
        d`M0 0C${r * 0.34} ${r * 0.5} ${r * 0.95} ${r * 0.4} ${r * 1.35} 0Z`,
        darken(green, 0.16),
      ) +
      stroke(
        d`M0 0H${r * 1.2}M${r * 0.4} 0l${r * 0.2} ${-r * 0.24}M${r * 0.4} 0l${r * 0.2} ${r * 0.24}M${r * 0.75} 0l${r * 0.16} ${-r * 0.2}M${r * 0.75} 0l${r * 0.16} ${r * 0.2}`,
        lighten(green, 0.25),
        0.35,
      );
    return place(blade, x, y, 1, 20 + i * 80 + between(random, -25, 25));
  });

const snail = (): Svg =>
  shape('M-8 3C-4 1 4 2 8-2C10-4 11-3 10-1C8 3 3 4-8 4Z', '#e9d3a8') +
  stroke('M9.4-2.6L11-5.4M10.2-2L12.6-4', '#e0c492', 0.5) +
  circle(0, -1, 4.4, '#c98a5a') +
  stroke('M0-1a1.4 1.4 0 0 1 2 1.2a2.6 2.6 0 0 1-4.6.4a3.6 3.6 0 0 1 4-5', '#8a5a3c', 0.7);

import { darken, GREENS, lighten } from '../draw/colour.ts';
import { bokeh, shadow, sky } from '../draw/light.ts';
import { crown, petals } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import {
  circle,
  d,
  oval,
  place,
  rect,
  ring,
  shape,
  stroke,
  times,
  type Svg,
} from '../draw/shapes.ts';

const HUES = ['#5d6fc9', '#a35fb8', '#d9588f', '#4f8fd0', '#c96fc0', '#7a5fc0'];

export function morningGlory(random: Random, width: number, height: number): Svg {
  const pots = width > height * 1.2 ? 2 : 1;
  const floor = height * 0.8;
  const back =
    sky(random, width, height, 'day') +
    rect(0, height * 0.5, width, height * 0.3, '#7fae72') +
    times(6, (i) =>
      crown(random, (width * (i + 0.4)) / 6, height * 0.52, 20, 13, GREENS.summer, 6),
    ) +
    bokeh(random, width, height * 0.8, ['#cfe5b5', '#5f9a5c', '#ffffff'], 16);
  const deck =
    rect(0, floor, width, height - floor, '#c79a6c') +
    times(6, (i) => stroke(d`M0 ${floor + i * i * 0.9 + 1}H${width}`, '#9a7048', 0.4));
  const plants = times(pots, (i) => {
    const x = width * ((i + 0.5) / pots) + between(random, -4, 4);
    return (
      shadow(x + 4, height * 0.93, 22, 3.4, 0.2) +
      place(plant(random), x, height * 0.92, height > width ? 1.3 : 1.02)
    );
  });
  return (
    back +
    deck +
    blind(width, height) +
    (chance(random, 0.6) ? chime(random, width * between(random, 0.08, 0.92), height) : '') +
    plants
  );
}

function plant(random: Random): Svg {
  const hue = pick(random, HUES);
  const pot = pick(random, ['#8a5a44', '#4f6f8f', '#b8694c', '#6f7f6a']);
  const canes = stroke('M-12-18L-15-72M12-18L15-72M0-16V-74', '#b98d4e', 1);
  const hoops = times(3, (i) =>
    oval(0, -32 - i * 18, 13.4 + i * 0.8, 3.4, 'none').replace(
      'fill="none"',
      'fill="none" stroke="#b98d4e" stroke-width=".9"',
    ),
  );
  const vine = stroke('M-4-18C-24-30 22-34-2-46S-22-58 4-66S14-76 6-80', '#5f9a4c', 1.1);
  const leaves = times(17, () =>
    place(
      shape(
        'M0 4C-6 3-8-2-6-5C-4-6-2-5-1.4-4C-1-7 1-7 1.4-4C2-5 4-6 6-5C8-2 6 3 0 4Z',
        pick(random, ['#4f8f48', '#6aa654', '#3f7a45']),
      ),
      between(random, -15, 15),
      between(random, -74, -20),
      between(random, 0.7, 1.1),
      random() * 360,
    ),
  );
  const flowers = times(7, (i) =>
    place(
      trumpet(chance(random, 0.3) ? lighten(hue, 0.4) : hue),
      (i % 2 ? 1 : -1) * between(random, 2, 14),
      -24 - i * 7.4,
      between(random, 0.8, 1.15),
      between(random, -25, 25),
    ),
  );
  return (
    shape('M-16-19H16L12 0H-12Z', pot) +
    rect(-17.5, -22, 35, 5, lighten(pot, 0.15), 1) +
    shape('M4-17H16L12 0H5Z', darken(pot, 0.25), 0.6) +
    canes +
    hoops +
    vine +
    leaves +
    flowers
  );
}

const trumpet = (hue: string): Svg =>
  circle(0.6, 1, 6.2, '#2e3a2a', 0.16) +
  circle(0, 0, 6.2, hue) +
  ring(0, 0, 5.8, lighten(hue, 0.5), 0.7) +
  shape(petals(5, 5.6, 0.34, 1.1), '#fff6fa', 0.85) +
  circle(0, 0, 2, '#fff6fa') +
  circle(0, 0, 0.8, '#f3d37a');

const blind = (width: number, height: number): Svg =>
  rect(0, 0, width, height * 0.17, '#d9b877') +
  times(12, (i) => stroke(d`M0 ${height * 0.0145 * i}H${width}`, '#a8844a', 0.35)) +
  times(4, (i) => stroke(d`M${width * (0.14 + i * 0.24)} 0v${height * 0.17}`, '#8a6a3c', 0.5)) +
  rect(0, height * 0.165, width, 1.6, '#a8844a');

function chime(random: Random, x: number, height: number): Svg {
  const y = height * 0.17;
  const hue = pick(random, ['#d9534a', '#4f8fd0', '#e8a03d']);
  return (
    stroke(d`M${x} ${y}v22`, '#fffaf0', 0.4) +
    shape(
      d`M${x - 5} ${y + 12}C${x - 6} ${y + 2} ${x + 6} ${y + 2} ${x + 5} ${y + 12}Z`,
      '#e6f3f6',
      0.9,
    ) +
    stroke(d`M${x - 3} ${y + 10}q3-4 6 0`, hue, 1) +
    rect(x - 1.8, y + 20, 3.6, 10, hue, 0.4) +
    stroke(d`M${x} ${y + 22}v6`, '#fffaf0', 0.5)
  );
}

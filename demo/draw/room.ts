import { darken, GREENS, lighten, mix, SHADE } from './colour.ts';
import { hills } from './curves.ts';
import { beams, sky, snowfall, type Weather } from './light.ts';
import { crown } from './plants.ts';
import { between, chance, pick, type Random } from './random.ts';
import { d, frame, rect, shape, stroke, times, type Svg } from './shapes.ts';

export type Season = keyof typeof GREENS;

const WALLS = ['#f6ead4', '#f2e6d8', '#eef0e2', '#f7e6d6', '#e9edea'];
const WEATHER: Record<Season, Weather> = {
  spring: 'spring',
  summer: 'day',
  autumn: 'autumn',
  winter: 'winter',
};

/** With a window on the season; the floor starts at `floorY`. */
export function room(
  random: Random,
  width: number,
  height: number,
  season: Season,
  floorY = height * 0.66,
): Svg {
  const wall = pick(random, WALLS);
  const floor = pick(random, ['#d9b184', '#cfa679', '#e0be94']);
  const wide = between(random, 0.34, 0.5) * width;
  const x = between(random, 0.08, 0.5) * width;
  const tall = floorY * 0.62;
  return (
    rect(0, 0, width, height, wall) +
    rect(0, floorY - 6, width, 6, darken(wall, 0.14)) +
    window(random, x, floorY * 0.12, wide, tall, season) +
    boards(width, height, floorY, floor) +
    shape(
      d`M${x} ${floorY}h${wide}l${wide * 0.25} ${height - floorY}h${-wide * 1.2}Z`,
      '#fff3d2',
      0.22,
    )
  );
}

function boards(width: number, height: number, y: number, colour: string): Svg {
  const deep = height - y;
  const rows = times(5, (i) => {
    const at = y + deep * (i / 5) ** 1.5;
    return stroke(d`M0 ${at}H${width}`, darken(colour, 0.16), 0.35, 0.7);
  });
  return rect(0, y, width, deep, colour) + rows;
}

/** With curtains and a garden. */
function window(
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  season: Season,
): Svg {
  const leaves = GREENS[season];
  const view =
    sky(random, width, height, WEATHER[season]) +
    hills(random, width, height, height * 0.68, height * 0.06, mix(leaves[2], '#ffffff', 0.35)) +
    crown(
      random,
      between(random, 0.1, 0.9) * width,
      height * 0.66,
      width * 0.24,
      height * 0.22,
      leaves,
      6,
    ) +
    hills(random, width, height, height * 0.86, height * 0.04, leaves[1]) +
    (season === 'winter' && chance(random, 0.6) ? snowfall(random, width, height) : '');
  const wood = '#fffaf0';
  const bars = stroke(
    d`M${x + width / 2} ${y}v${height}M${x} ${y + height * 0.42}h${width}`,
    wood,
    1.2,
  );
  const edge =
    rect(x - 1.6, y - 1.6, width + 3.2, height + 3.2, wood, 1) +
    rect(x - 3, y + height + 1, width + 6, 2.6, darken(wood, 0.1), 1);
  return (
    edge +
    frame(x, y, width, height, view.replaceAll('"sky"', '"view"').replaceAll('#sky', '#view')) +
    bars +
    curtains(random, x, y, width, height)
  );
}

function curtains(random: Random, x: number, y: number, width: number, height: number): Svg {
  const cloth = pick(random, ['#f3d9b8', '#e8c9bd', '#d5dfc8', '#f0e0c8', '#cfdbe0']);
  const side = (from: number, way: number): Svg => {
    const wide = width * 0.17 * way;
    return (
      shape(
        d`M${from} ${y - 4}h${wide}Q${from + wide * 0.9} ${y + height * 0.6} ${from + wide * 0.75} ${y + height + 6}H${from - wide * 0.12}Z`,
        cloth,
        0.96,
      ) +
      stroke(
        d`M${from + wide * 0.35} ${y - 2}V${y + height + 4}M${from + wide * 0.68} ${y - 2}L${from + wide * 0.56} ${y + height + 4}`,
        darken(cloth, 0.14),
        0.6,
      )
    );
  };
  return side(x - 3, 1) + side(x + width + 3, -1) + rect(x - 7, y - 6, width + 14, 2, '#b98d62', 1);
}

/** In the foreground, from `y` down. */
export function table(random: Random, width: number, height: number, y: number): Svg {
  const wood = pick(random, ['#c48f5f', '#d3a272', '#b9845a', '#deb58a']);
  const grain = times(7, (i) => {
    const at = y + 5 + ((height - y) * i) / 7;
    const from = random() * width * 0.6;
    return stroke(
      d`M${from} ${at}q${width * 0.15} ${between(random, -1.4, 1.4)} ${width * 0.4} 0`,
      darken(wood, 0.2),
      0.3,
      0.5,
    );
  });
  return (
    rect(0, y - 1.5, width, 3, SHADE, 0, 0.12) +
    rect(0, y, width, height - y, wood) +
    rect(0, y, width, 1.4, lighten(wood, 0.4)) +
    grain
  );
}

/** From above, filling the picture. */
export function tableTop(random: Random, width: number, height: number): Svg {
  const wood = pick(random, ['#d9b189', '#c99b70', '#e6cba6', '#b98a63', '#ead9bf']);
  const planks = times(5, (i) => {
    const at = (height / 5) * i + between(random, -3, 3);
    return (
      rect(0, at, width, height / 5, darken(wood, random() * 0.07)) +
      stroke(d`M0 ${at}H${width}`, darken(wood, 0.2), 0.3)
    );
  });
  const grain = times(16, () =>
    stroke(
      d`M${random() * width} ${random() * height}q${12} ${between(random, -1.5, 1.5)} ${30} 0`,
      darken(wood, 0.2),
      0.25,
      0.45,
    ),
  );
  return rect(0, 0, width, height, wood) + planks + grain + beams(random, width, height, 0.14);
}

/** From the edge of the room. */
export function tatami(width: number, height: number, y: number): Svg {
  const deep = height - y;
  const lines = times(6, (i) =>
    stroke(d`M0 ${y + deep * ((i + 0.6) / 6) ** 1.3}H${width}`, '#b3ac6a', 0.25, 0.6),
  );
  const borders =
    stroke(
      d`M${width * 0.3} ${y}L${width * 0.12} ${height}M${width * 0.72} ${y}L${width * 0.9} ${height}`,
      '#5d6b4c',
      1.6,
    ) + stroke(d`M0 ${y + 0.6}H${width}`, '#5d6b4c', 1.2);
  return rect(0, y, width, deep, '#d6cf9a') + lines + borders;
}

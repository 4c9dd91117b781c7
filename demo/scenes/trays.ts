import { bowl, chopsticks, soup, tea } from '../draw/dishes.ts';
import { fish, type Fish } from '../draw/fish.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { rice, type Rice } from '../draw/rice.ts';
import { tableTop } from '../draw/room.ts';
import { circle, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';
import { side } from '../draw/sides.ts';

const TRAYS = ['#7a4a30', '#4a3036', '#a3413a', '#c79a6c', '#5a4a44'];

export const fishLunch = (random: Random, width: number, height: number): Svg =>
  lunch(
    random,
    width,
    height,
    pick(random, ['plain', 'umeboshi', 'bamboo']),
    pick(random, ['salmon', 'mackerel', 'salmon']),
    leafOf('#6f9f4f'),
  );

export const chestnutRice = (random: Random, width: number, height: number): Svg =>
  lunch(random, width, height, 'chestnut', pick(random, ['saury', 'saury', 'salmon']), maple());

export const festiveMeal = (random: Random, width: number, height: number): Svg =>
  lunch(random, width, height, 'bean', 'salmon', paperCrane());

function lunch(
  random: Random,
  width: number,
  height: number,
  grain: Rice,
  catchOf: Fish,
  charm: Svg,
): Svg {
  const upright = height > width;
  const size = upright ? Math.min(width / 104, height / 134) : Math.min(width / 136, height / 100);
  const tray = upright ? standingTray(random, grain, catchOf) : lyingTray(random, grain, catchOf);
  const turn = between(random, -5, 5);
  return (
    tableTop(random, width, height) +
    place(tray, width / 2, height / 2, size, turn) +
    place(charm, width * 0.93, height * 0.1, 1.1, between(random, -40, 40))
  );
}

const board = (random: Random, w: number, h: number): Svg => {
  const colour = pick(random, TRAYS);
  return (
    rect(-w / 2 + 2, -h / 2 + 3, w, h, '#3a2a3a', 5, 0.25) +
    rect(-w / 2, -h / 2, w, h, colour, 5) +
    rect(-w / 2 + 2, -h / 2 + 2, w - 4, h - 4, '#ffffff', 4, 0.09)
  );
};

function lyingTray(random: Random, grain: Rice, catchOf: Fish): Svg {
  return (
    board(random, 118, 84) +
    place(rice(random, 17, grain), -36, 13) +
    place(soup(random, 16), 34, 13) +
    place(fish(random, 58, 29, catchOf), -22, -23) +
    place(side(random, 11), 22, -24) +
    place(side(random, 9), 46, -23) +
    place(chance(random, 0.6) ? tea(8, '#5f7f86') : pickles(8), 0, 10) +
    place(chopsticks(60, '#a3413a'), -30, 35, 1, -1)
  );
}

function standingTray(random: Random, grain: Rice, catchOf: Fish): Svg {
  return (
    board(random, 88, 118) +
    place(fish(random, 66, 31, catchOf), 0, -36) +
    place(side(random, 12), -26, -5) +
    place(side(random, 10), 0, -6) +
    place(chance(random, 0.6) ? tea(9, '#5f7f86') : pickles(9), 26, -6) +
    place(rice(random, 18, grain), -21, 28) +
    place(soup(random, 17), 21, 28) +
    place(chopsticks(60, '#a3413a'), -30, 51, 1, 1)
  );
}

const pickles = (r: number): Svg =>
  bowl(
    r,
    '#f4ead6',
    '#fffaf0',
    times(
      3,
      (i) =>
        circle((i - 1) * r * 0.34, (i % 2) * r * 0.3, r * 0.3, '#f3c83c') +
        circle((i - 1) * r * 0.34, (i % 2) * r * 0.3, r * 0.2, '#f9dd7a'),
    ),
  );

const leafOf = (colour: string): Svg =>
  shape('M0 0C4-6 12-6 15 0C12 5 4 5 0 0Z', colour) + stroke('M-3 0H13', '#4f7f3a', 0.5);

const maple = (): Svg =>
  shape(
    'M0 6L-1 2L-6 4L-5 0L-9-3L-5-4L-5-8L-1.6-5L0-11L1.6-5L5-8L5-4L9-3L5 0L6 4L1 2Z',
    '#d9542f',
  ) + stroke('M0 10V-6', '#a83a24', 0.5);

const paperCrane = (): Svg =>
  shape('M-9-2L0-6L-1 2Z', '#d9534a') +
  shape('M0-6L9-3L1 3Z', '#e87f6a') +
  shape('M-1 2L1 3L0 6L-4 3Z', '#b8433c') +
  shape('M-9-2L-12 1L-7-1Z', '#e87f6a');

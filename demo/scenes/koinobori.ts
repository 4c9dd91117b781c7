import { darken, GREENS, lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { sky } from '../draw/light.ts';
import { crown, tufts } from '../draw/plants.ts';
import { between, shuffle, whole, type Random } from '../draw/random.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const CARP = ['#3f4a5c', '#cf4a42', '#3f7fb5', '#e8963c', '#5f9f5a', '#9a6aa8'];

export function koinobori(random: Random, width: number, height: number): Svg {
  const x = width * between(random, 0.14, 0.26);
  const count = whole(random, 3, height > width ? 5 : 4);
  const colours = ['#3f4a5c', ...shuffle(random, CARP.slice(1))];
  const wind = between(random, -4, 12);
  const room = height * 0.58;
  const big = Math.min((width * 0.72) / 48, (room / count / 16) * 1.15);
  const carps = times(count, (i) => {
    const y = height * 0.13 + (room * (i + 0.5)) / count;
    return place(
      carp(colours[i] ?? '#cf4a42'),
      x + 1,
      y,
      big * (1 - i * 0.1),
      wind + between(random, -5, 5),
    );
  });
  return (
    sky(random, width, height, 'day') +
    hills(random, width, height, height * 0.8, 4, '#b3d39b') +
    house(width, height) +
    times(5, () =>
      crown(
        random,
        random() * width,
        height * 0.86,
        between(random, 9, 16),
        between(random, 6, 9),
        GREENS.spring,
        6,
      ),
    ) +
    hills(random, width, height, height * 0.9, 2, '#86b65f') +
    tufts(random, width, height * 0.91, height * 0.08, ['#6a9a4a', '#b0d480'], 24) +
    rect(x - 0.9, height * 0.06, 1.8, height, '#b98d62') +
    pinwheel(x, height * 0.06) +
    carps
  );
}

/** 44 by 14 units, mouth at 0,0, blowing to the right. */
function carp(colour: string): Svg {
  const pale = lighten(colour, 0.72);
  const body = 'M0-6C10-8.5 20-3 31-5.5L43-10Q40-3 41.5 0Q43 4 44 8.5L32 4.5C22 8 10 3.5 0 6Z';
  const scales = times(4, (i) =>
    stroke(d`M${15 + i * 4} ${-4.6 + i * 0.2}q3.4 2 0 4.4q3.4 2.2 .4 4.4`, pale, 0.9),
  );
  return (
    shape(body, colour) +
    shape('M0 2C12 0 22 4.6 32 2L44 8.5L32 4.5C22 8 10 3.5 0 6Z', darken(colour, 0.3), 0.45) +
    scales +
    shape('M0-6C4-7 8-6.8 11-6.2Q14 0 11 4.2C8 4 4 5 0 6Z', pale) +
    circle(5.6, -1.6, 2.5, '#ffffff') +
    circle(5.6, -1.6, 1.4, '#2f2a30') +
    shape('M16 4Q20 9 25 9Q22 6 22 4.6Z', pale) +
    stroke('M.2-5.6Q1.6 0 .2 5.6', '#fffaf0', 1.4)
  );
}

const pinwheel = (x: number, y: number): Svg =>
  times(8, (i) =>
    place(
      shape('M0 0L1-4.6A4.6 4.6 0 0 1 2.6-4Z', i % 2 ? '#e8963c' : '#fff3d2'),
      x,
      y,
      1.2,
      i * 45,
    ),
  ) + circle(x, y, 1.4, '#c9473c');

const house = (width: number, height: number): Svg =>
  rect(width * 0.62, height * 0.72, width * 0.3, height * 0.16, '#f6ead4') +
  shape(
    d`M${width * 0.58} ${height * 0.73}L${width * 0.65} ${height * 0.64}H${width * 0.89}L${width * 0.96} ${height * 0.73}Z`,
    '#b8694c',
  ) +
  times(4, (i) =>
    rect(width * (0.645 + i * 0.068), height * 0.765, width * 0.045, height * 0.05, '#a9cddb', 0.6),
  );

import { darken, lighten } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { bust, CHEER } from '../draw/people.ts';
import { between, chance, pick, shuffle, type Random } from '../draw/random.ts';
import { room, table } from '../draw/room.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const SKINS = ['#d9473c', '#4f7fb5', '#5f9a5a', '#e8a03d'];

/** Masks, and beans in a measuring box. */
export function setsubun(random: Random, width: number, height: number): Svg {
  const top = height * 0.66;
  const hues = shuffle(random, SKINS);
  const thrower = chance(random, 0.6);
  const size = height > width ? 1.15 : 0.95;
  const play = thrower
    ? place(
        bust(random, elder(random), { left: [-9, 20], right: CHEER.right }),
        width * 0.3,
        top - 32 * size,
        size,
      ) +
      place(
        bust(random, elder(random)) + place(mask(hues[0] ?? '', false), 0, -10, 0.62),
        width * 0.72,
        top - 31 * size,
        size,
      )
    : times(3, (i) =>
        place(
          mask(hues[i] ?? '#d9473c', i === 1),
          width * (0.2 + i * 0.3),
          height * 0.34,
          width > height ? 1 : 0.78,
          between(random, -6, 6),
        ),
      );
  const flying = thrower
    ? times(12, () =>
        bean(random, width * between(random, 0.42, 0.7), top - between(random, 18, 52)),
      )
    : '';
  return (
    room(random, width, height, 'winter', top) +
    play +
    flying +
    table(random, width, height, top) +
    times(22, () => bean(random, random() * width, between(random, top + 6, height - 2))) +
    shadow(width * 0.5, top + 22, 18, 3.4, 0.2) +
    place(box(random), width * 0.5, top + 22, height > width ? 1.2 : 1) +
    (thrower ? place(mask(hues[1] ?? '', true), width * 0.84, height * 0.88, 0.6, 14) : '')
  );
}

/** About 40 units around 0,0. */
function mask(hue: string, twoHorns: boolean): Svg {
  const horn = (x: number, turn: number): Svg =>
    place(
      shape('M-4 0Q-1-8 0-13Q2-7 4 0Z', '#f3d36a') +
        stroke('M-2.6-3Q0-2 2.8-3M-1.8-6.4Q0-5.6 2-6.4', '#c99a3a', 0.8),
      x,
      -15,
      1,
      turn,
    );
  const curls = times(9, (i) =>
    circle(-14 + i * 3.5, -13 - Math.sin((i / 8) * 3.14) * 5, 4, '#4a3830'),
  );
  const eye = (x: number): Svg =>
    oval(x, -2, 4, 3.6, '#fffaf0') +
    circle(x, -1.4, 1.9, '#3a2a2a') +
    circle(x + 0.6, -2, 0.6, '#ffffff');
  return (
    shape('M-18-8C-18-20 18-20 18-8C19 8 12 19 0 19S-19 8-18-8Z', '#3a2a3a', 0.14) +
    (twoHorns ? horn(-8, -14) + horn(8, 14) : horn(0, 0)) +
    curls +
    shape('M-17-8C-17-19 17-19 17-8C18 8 12 18 0 18S-18 8-17-8Z', hue) +
    shape('M4-16C14-16 17-12 17-8C18 8 12 18 2 18Q14 4 4-16Z', darken(hue, 0.2), 0.4) +
    stroke('M-11-7.4Q-7-10.6-2.6-6.6M11-7.4Q7-10.6 2.6-6.6', '#3a2a2a', 2) +
    eye(-6.6) +
    eye(6.6) +
    shape('M-3 4Q0 0 3 4Q0 6-3 4Z', lighten(hue, 0.3)) +
    shape('M-9 8Q0 11 9 8Q7 15 0 15T-9 8Z', '#7a2a2a') +
    shape('M-6.6 9L-5.4 12.6L-3.6 9.7ZM6.6 9L5.4 12.6L3.6 9.7Z', '#fffaf0') +
    circle(-11, 4, 2.6, lighten(hue, 0.4), 0.5) +
    circle(11, 4, 2.6, lighten(hue, 0.4), 0.5)
  );
}

const bean = (random: Random, x: number, y: number): Svg => {
  const hue = pick(random, ['#e3bd74', '#d9ad5e', '#edcb8a']);
  return (
    oval(x + 0.3, y + 0.6, 1.7, 1.1, '#3a2a3a', 0.2) +
    oval(x, y, 1.6, 1.3, hue, 1, random() * 180) +
    circle(x - 0.4, y - 0.4, 0.4, '#fff3d2', 0.8)
  );
};

/** Filled; base at y = 0. */
const box = (random: Random): Svg =>
  shape('M-16-15H16L13-20H-13Z', '#a87f54') +
  times(26, () => bean(random, between(random, -12, 12), -16 - random() * 4.6)) +
  shape('M-16-15H16L14 0H-14Z', '#e6c08c') +
  shape('M4-15H16L14 0H5Z', '#b98d62', 0.4) +
  stroke('M-16-15H16', '#f6dcb0', 1.6) +
  stroke(d`M-15 -5H15`, '#c99f68', 0.5) +
  rect(-5.4, -13, 10.8, 10.8, '#d9473c', 1) +
  stroke(
    'M-3.2-11.8v1M-4.6-10h2.6l-2.4 3M-3.2-8.4v4.6M-2.6-7.6l.8 1M-.6-11.4h4.6M0-10h3.4v1.7H0ZM-.4-7h4.2v3.2H-.4ZM1.7-7v3.2M-.4-5.4h4.2',
    '#fff3dc',
    0.55,
  );

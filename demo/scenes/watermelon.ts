import { darken } from '../draw/colour.ts';
import { elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { between, chance, pick, whole, type Random } from '../draw/random.ts';
import { room, table } from '../draw/room.ts';
import { circle, d, oval, place, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function watermelon(random: Random, width: number, height: number): Svg {
  const top = height * 0.66;
  const flesh = pick(random, ['#e8584f', '#ee6a58', '#f2c14a']);
  const guests = chance(random, 0.75) ? whole(random, 1, width > height * 1.2 ? 3 : 2) : 0;
  const size = height > width ? 1.15 : 0.95;
  const wedges = whole(random, 2, 4);
  return (
    room(random, width, height, 'summer', top) +
    times(guests, (i) =>
      place(
        bust(random, elder(random), i === 0 ? { left: [-8, 16], right: [8, 16] } : undefined) +
          (i === 0 ? place(wedge(flesh), 0, 14, 0.7) : ''),
        width * ((i + 0.5) / guests),
        top - 32 * size,
        size,
      ),
    ) +
    table(random, width, height, top) +
    shadow(width * 0.5, top + 22, 34, 6, 0.2) +
    oval(width * 0.5, top + 19, 34, 8, '#f4f6f4') +
    oval(width * 0.5, top + 18, 29, 6, '#dfe7e6') +
    (guests < 2 || height > width
      ? place(whole_(), width * between(random, 0.14, 0.24), top + 8, 1.25)
      : '') +
    times(wedges, (i) =>
      place(
        wedge(flesh),
        width * 0.5 + (i - (wedges - 1) / 2) * 14,
        top + 15 + (i % 2) * 3,
        1.15,
        (i - 1) * 6,
      ),
    ) +
    place(
      fan(pick(random, ['#5d9fd0', '#e8963c', '#7fb35a'])),
      width * 0.86,
      height * 0.9,
      1.1,
      between(random, -30, 30),
    )
  );
}

/** 18 units, on its rind at y = 0. */
const wedge = (flesh: string): Svg =>
  shape('M-9-2Q0 5 9-2L0-16Z', '#3f7f45') +
  shape('M-8.4-2.8Q0 3.4 8.4-2.8L0-16Z', '#e9f0cf') +
  shape('M-7.6-4Q0 1.8 7.6-4L0-16Z', flesh) +
  shape('M0-16L7.6-4Q4-1.2 1-1Z', darken(flesh, 0.16), 0.5) +
  times(6, (i) =>
    oval(
      -3.6 + (i % 3) * 3.4 + (i > 2 ? 0.8 : 0),
      -4.4 - Math.floor(i / 3) * 3.6,
      0.45,
      0.75,
      '#3a2a2a',
    ),
  );

const whole_ = (): Svg =>
  oval(0, 13, 15, 3, '#3a2a3a', 0.2) +
  circle(0, 0, 13.5, '#5f9f4f') +
  times(5, (i) =>
    stroke(
      d`M${(i - 2) * 2} -13.2Q${(i - 2) * 9 + 1.4} -6 ${(i - 2) * 6} 0T${(i - 2) * 2} 13.2`,
      '#2f6a3c',
      1.8,
    ),
  ) +
  shape('M3-13A13.5 13.5 0 0 1 3 13Q14 2 3-13Z', '#1f3a2a', 0.22) +
  stroke('M-8-7Q-5-10.5-2-11', '#ffffff', 1.3, 0.5) +
  stroke('M0-13Q1-16 4-16', '#6f8f4a', 1.2);

const fan = (hue: string): Svg =>
  stroke('M0 4V16', '#d9b184', 1.8) +
  shape('M0 6C-13 4-12-13 0-13S13 4 0 6Z', '#fffaf0') +
  shape('M0 6C-13 4-12-5-11-5Q-4-9 1-4T11-4C12-2 10 5 0 6Z', hue, 0.8) +
  times(5, (i) => stroke(d`M0 5L${(i - 2) * 4.4} -10`, '#d9c9a8', 0.3));

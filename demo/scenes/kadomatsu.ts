import { darken } from '../draw/colour.ts';
import { carer, elder } from '../draw/face.ts';
import { shadow } from '../draw/light.ts';
import { bust } from '../draw/people.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

export function kadomatsu(random: Random, width: number, height: number): Svg {
  const floor = height * 0.84;
  const wall = pick(random, ['#f3e4c9', '#efe0d0', '#e6ddc9']);
  const hello = chance(random, 0.65);
  const reach = Math.min(width * 0.36, 52);
  const size = height > width ? 1.05 : 0.92;
  return (
    rect(0, 0, width, height, wall) +
    times(10, (i) => rect(0, i * 9, width, 0.5, darken(wall, 0.1), 0, 0.5)) +
    door(width, floor) +
    rope(random, width, height) +
    rect(0, floor, width, height - floor, '#b8aea3') +
    times(9, (i) =>
      stroke(
        d`M${(width * i) / 8} ${floor}L${width * (0.5 + (i / 8 - 0.5) * 1.5)} ${height}`,
        '#9a9088',
        0.5,
      ),
    ) +
    rect(0, floor, width, 1.6, '#d3cbc0') +
    [-1, 1]
      .map(
        (side) =>
          shadow(width / 2 + side * reach, height * 0.95, 16, 3.4, 0.2) +
          place(pine(random), width / 2 + side * reach, height * 0.945, size * 1.02, 0, side > 0),
      )
      .join('') +
    (hello ? people(random, width, height, size) : '')
  );
}

function door(width: number, floor: number): Svg {
  const wide = Math.min(width * 0.62, 84);
  const x = (width - wide) / 2;
  const panes = times(
    2,
    (i) =>
      rect(x + (wide / 2) * i + 2, 18, wide / 2 - 4, floor - 20, '#fdf3d8') +
      times(5, (k) =>
        stroke(
          d`M${x + (wide / 2) * i + 2 + ((wide / 2 - 4) * (k + 1)) / 6} 18V${floor - 2}`,
          '#b98d62',
          0.6,
        ),
      ),
  );
  return (
    rect(x - 3, 10, wide + 6, floor - 10, '#8a6444') +
    panes +
    rect(x, floor * 0.62, wide, 2, '#a87f54') +
    rect(x - 8, 6, wide + 16, 6, '#6b4a34', 1)
  );
}

const people = (random: Random, width: number, height: number, size: number): Svg =>
  place(
    bust(
      random,
      elder(random),
      chance(random, 0.5) ? { left: [-5, 14], right: [5, 14] } : undefined,
    ),
    width / 2 - 14 * size,
    height - 30 * size,
    size,
  ) + place(bust(random, carer(random)), width / 2 + 16 * size, height - 33 * size, size);

/** The straw rope over the door. */
function rope(random: Random, width: number, height: number): Svg {
  const y = height > width ? 20 : 15;
  const twist = times(24, (i) => {
    const t = (i - 11.5) / 12;
    return oval(
      width / 2 + t * 30,
      y + (1 - t * t) * 4,
      2.6,
      3.2 - Math.abs(t) * 1.8,
      i % 2 ? '#d9b866' : '#c9a552',
      1,
      25,
    );
  });
  const papers = times(3, (i) =>
    place(
      shape('M-2 0H2V5H5V10H1V5H-2Z', '#fffdf6') + shape('M1 5H5V10H1Z', '#e6ddd0'),
      width / 2 + (i - 1) * 16,
      y + 5,
      1,
    ),
  );
  return (
    twist +
    papers +
    place(
      stroke('M-4 0Q-8 12-5 18M0 0V20M4 0Q8 12 5 18', '#c9a552', 1.4),
      width / 2 + 8,
      y + 6,
      0.6,
    ) +
    circle(width / 2, y + 5, 4.4, pick(random, ['#ef8a2e', '#f09a3e'])) +
    circle(width / 2 - 1.2, y + 3.8, 1.1, '#fbc98a') +
    place(shape('M0 0Q6-4 9 0Q5 3 0 0Z', '#4f8f48'), width / 2 + 1, y + 1, 1, -20)
  );
}

/** Three cut bamboos in straw; base at y = 0. */
function pine(random: Random): Svg {
  const stalk = (x: number, tall: number): Svg =>
    rect(x - 3.4, -tall, 6.8, tall - 8, '#7fae5a') +
    rect(x - 2.2, -tall, 1.4, tall - 8, '#b5d47c') +
    rect(x + 1.4, -tall, 2, tall - 8, '#5a8a45') +
    oval(x, -tall, 3.4, 5, '#f3e6b8', 1, -24) +
    oval(x + 0.2, -tall + 0.3, 2, 3.4, '#d9c48a', 1, -24) +
    stroke(d`M${x - 3.4} ${-tall + 16}H${x + 3.4}`, '#4f7f3f', 0.7);
  const needles = times(10, (i) =>
    place(
      times(11, (k) => stroke(d`M0 0L9 ${(k - 5) * 1.5}`, k % 2 ? '#3f7a4c' : '#5a9a58', 0.7)),
      (i - 4.5) * 3,
      -24 - (i % 3) * 5,
      1,
      -170 + i * 18,
    ),
  );
  const nandina = times(9, () =>
    circle(between(random, -10, 10), between(random, -34, -22), 1.5, '#d9392f'),
  );
  return (
    stalk(-6.4, 50) +
    stalk(6.4, 56) +
    stalk(0, 66) +
    needles +
    nandina +
    shape('M-13-20Q0-17 13-20L11 0H-11Z', '#d9b866') +
    times(7, (i) => stroke(d`M${(i - 3) * 3.6} -19L${(i - 3) * 3.2} 0`, '#b8964a', 0.6)) +
    stroke('M-12.4-13Q0-10 12.4-13M-12-10.6Q0-7.6 12-10.6', '#8a6a3c', 1)
  );
}

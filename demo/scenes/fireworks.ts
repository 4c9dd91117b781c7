import { lighten } from '../draw/colour.ts';
import { hills, polar } from '../draw/curves.ts';
import { elder } from '../draw/face.ts';
import { sky } from '../draw/light.ts';
import { back } from '../draw/people.ts';
import { between, chance, pick, shuffle, whole, type Random } from '../draw/random.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

const SPARKS = ['#ffd36e', '#ff8f7a', '#8fd0ff', '#f7a8d8', '#a8e6a0', '#fff3cf'];

export function fireworks(random: Random, width: number, height: number): Svg {
  const colours = shuffle(random, SPARKS);
  const shore = height * between(random, 0.64, 0.7);
  const count = whole(random, 2, 4);
  const bursts = times(count, (i) => {
    const x = width * ((i + 0.5) / count) + between(random, -8, 8);
    const y = height * between(random, 0.16, 0.42);
    return burst(random, x, y, between(random, 14, 24), colours[i] ?? '#ffd36e', shore);
  });
  return (
    sky(random, width, height, 'night') +
    bursts +
    hills(random, width, height, shore, 2.5, '#252546') +
    town(random, width, shore) +
    rect(0, shore + 3, width, height, '#27305a') +
    times(26, () =>
      stroke(
        d`M${random() * width} ${between(random, shore + 5, height * 0.9)}h${between(random, 3, 12)}`,
        pick(random, colours),
        0.7,
        0.35,
      ),
    ) +
    (chance(random, 0.85) ? audience(random, width, height) : '')
  );
}

function burst(
  random: Random,
  x: number,
  y: number,
  r: number,
  colour: string,
  shore: number,
): Svg {
  const rays = whole(random, 18, 26);
  const turn = random();
  const kind = random();
  const trail = stroke(
    d`M${x + 2} ${shore}Q${x - 1} ${(y + shore) / 2} ${x} ${y + r * 0.3}`,
    colour,
    0.4,
    0.4,
  );
  const outer = times(rays, (i) => {
    const angle = ((i + turn) / rays) * Math.PI * 2;
    const [ax, ay] = polar(x, y, r * 0.3, angle);
    const [bx, by] = polar(x, y, r, angle);
    const droop = kind < 0.4 ? r * 0.16 : 0;
    return (
      stroke(
        d`M${ax} ${ay}Q${bx * 0.6 + ax * 0.4} ${by * 0.6 + ay * 0.4} ${bx} ${by + droop}`,
        colour,
        0.55,
        0.85,
      ) + circle(bx, by + droop, 0.9, lighten(colour, 0.6))
    );
  });
  const inner = times(rays, (i) => {
    const [px, py] = polar(x, y, r * 0.55, ((i + turn + 0.5) / rays) * Math.PI * 2);
    return circle(px, py, 0.7, '#fff6dc', 0.9);
  });
  return (
    trail +
    circle(x, y, r * 1.25, colour, 0.1) +
    circle(x, y, r * 0.7, colour, 0.12) +
    outer +
    inner +
    circle(x, y, 1.4, '#fff6dc')
  );
}

const town = (random: Random, width: number, y: number): Svg =>
  times(width / 9, (i) => {
    const tall = between(random, 4, 10);
    return (
      rect(i * 9, y + 4 - tall, 8, tall, '#2d2c52') +
      times(2, (k) =>
        rect(
          i * 9 + 1.4 + k * 3,
          y + 5.6 - tall,
          1.3,
          1.4,
          '#ffd98a',
          0.2,
          chance(random, 0.6) ? 0.9 : 0,
        ),
      )
    );
  });

function audience(random: Random, width: number, height: number): Svg {
  const count = Math.max(2, Math.round(width / 38));
  const rail =
    rect(0, height * 0.9, width, 2, '#4d3b55', 0, 0.6) +
    rect(0, height * 0.92, width, height * 0.1, '#3a2d45');
  const people = times(count, (i) => {
    const look = {
      ...elder(random),
      jacket: pick(random, ['#4f5f9a', '#8a5a80', '#5a7f8a', '#9a6a5a']),
    };
    const x = width * ((i + 0.5) / count) + between(random, -4, 4);
    return place(back(look), x, height * 0.8, 0.72) + (i === 1 ? fan(x + 15, height * 0.86) : '');
  });
  return people + rail;
}

const fan = (x: number, y: number): Svg =>
  stroke(d`M${x} ${y}v7`, '#e9c48c', 0.9) +
  shape(
    d`M${x} ${y + 1}C${x - 7} ${y} ${x - 6} ${y - 9} ${x} ${y - 9}S${x + 7} ${y} ${x} ${y + 1}Z`,
    '#fff3dc',
  ) +
  circle(x, y - 4, 2.2, '#d9534a');

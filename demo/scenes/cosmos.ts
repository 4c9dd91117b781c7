import { lighten } from '../draw/colour.ts';
import { hills } from '../draw/curves.ts';
import { carer, elder } from '../draw/face.ts';
import { sky } from '../draw/light.ts';
import { standing, wheelchair } from '../draw/people.ts';
import { bloom } from '../draw/plants.ts';
import { between, chance, pick, type Random } from '../draw/random.ts';
import { circle, d, oval, place, stroke, times, type Svg } from '../draw/shapes.ts';

const PETALS = ['#e58fb4', '#f6c3d6', '#fff4f6', '#c9568c', '#f0a8c4'];

export function cosmos(random: Random, width: number, height: number): Svg {
  const far = height * between(random, 0.44, 0.54);
  const hues = chance(random, 0.25) ? ['#f5b43c', '#f7c95a', '#ef9238'] : PETALS;
  const visited = chance(random, 0.5);
  return (
    sky(random, width, height, 'autumn') +
    hills(random, width, height, far - 6, 6, '#b4c79a') +
    hills(random, width, height, far, 3, '#9cb878') +
    speckles(random, width, far, height, hues) +
    (visited ? strollers(random, width, height) : '') +
    hills(random, width, height, height * 0.82, 3, '#6f9a58') +
    times(26, (i) =>
      flower(
        random,
        random() * width,
        height * between(random, visited ? 0.66 : 0.5, 0.92),
        2.4 + (i / 26) * 4.4,
        height,
        pick(random, hues),
      ),
    ) +
    (chance(random, 0.5)
      ? place(
          dragonfly(),
          width * between(random, 0.2, 0.8),
          height * 0.26,
          1,
          between(random, -30, 30),
        )
      : '')
  );
}

const speckles = (
  random: Random,
  width: number,
  far: number,
  height: number,
  hues: readonly string[],
): Svg =>
  times(90, (i) => {
    const t = i / 90;
    const y = far + 2 + (height * 0.84 - far) * t + between(random, 0, 3);
    return circle(random() * width, y, 0.6 + t * 1.3, pick(random, hues), 0.95);
  });

function flower(random: Random, x: number, y: number, r: number, height: number, hue: string): Svg {
  const sway = between(random, -6, 6);
  const stem = stroke(
    d`M${x + sway} ${height + 2}Q${x + sway * 0.2} ${(y + height) / 2} ${x} ${y}`,
    '#5f8f4c',
    0.4 + r * 0.06,
  );
  const fronds = times(2, (i) => {
    const at = y + (height - y) * (0.3 + i * 0.25);
    return stroke(
      d`M${x + sway * 0.4} ${at}l${-r * 0.9} ${-r * 0.7}m${r * 0.9} ${r * 0.7}l${r} ${-r * 0.6}m${-r * 1.4} ${r * 0.1}l${-r * 0.1} ${-r * 0.5}m${r * 1} ${r * 0.4}l${r * 0.1} ${-r * 0.5}`,
      '#6f9f56',
      0.4,
    );
  });
  return (
    stem +
    fronds +
    bloom(x, y, r, hue, '#f3b93c', { count: 8, plump: 0.96, tip: 0.98, turn: random() * 45 }) +
    bloom(x, y, r * 0.6, lighten(hue, 0.25), '#f3b93c', { count: 8, plump: 0.6, turn: 20 })
  );
}

const strollers = (random: Random, width: number, height: number): Svg =>
  place(
    wheelchair(elder(random), pick(random, ['#4f6f8f', '#8f5a5a', '#5a7f68'])),
    width * 0.62,
    height * 0.86 - 62 * 0.55,
    0.55,
  ) +
  place(
    standing(carer(random), '#5d6b86', [-17, 8]),
    width * 0.62 + 22,
    height * 0.87 - 78 * 0.55,
    0.55,
  );

const dragonfly = (): Svg =>
  oval(-4, -2.6, 5, 1.3, '#ffffff', 0.75, 20) +
  oval(4, -2.6, 5, 1.3, '#ffffff', 0.75, -20) +
  oval(-3.6, 0.2, 4.4, 1.2, '#ffffff', 0.65, -10) +
  oval(3.6, 0.2, 4.4, 1.2, '#ffffff', 0.65, 10) +
  stroke('M0-3V8', '#d0492f', 1.3) +
  circle(0, -4, 1.4, '#a83a2a');

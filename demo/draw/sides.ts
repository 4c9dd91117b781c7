import { blob } from './curves.ts';
import { between, pick, type Random } from './random.ts';
import { circle, d, oval, place, rect, stroke, times, type Svg } from './shapes.ts';
import { bowl } from './dishes.ts';

const SIDES: readonly ((random: Random, r: number) => Svg)[] = [
  (random, r) =>
    bowl(
      r,
      '#f4ead6',
      '#fffaf0',
      blob(random, 0, 0, r * 0.6, r * 0.5, '#4f8f4a', { wild: 0.2 }) +
        blob(random, -r * 0.1, -r * 0.1, r * 0.36, r * 0.3, '#7fb35a', { wild: 0.2 }) +
        times(8, () =>
          circle(
            between(random, -0.4, 0.4) * r,
            between(random, -0.4, 0.4) * r,
            r * 0.05,
            '#f6e6b8',
          ),
        ),
    ),
  (random, r) =>
    bowl(
      r,
      '#b7c9cf',
      '#eef4f4',
      times(5, (i) =>
        oval(
          between(random, -0.35, 0.35) * r,
          (i - 2) * r * 0.22,
          r * 0.34,
          r * 0.2,
          i % 2 ? '#e59a3e' : '#c9803a',
          1,
          random() * 60,
        ),
      ),
    ),
  (_, r) =>
    bowl(
      r,
      '#5d6fa8',
      '#e9edf4',
      rect(-r * 0.42, -r * 0.42, r * 0.84, r * 0.84, '#fffdf6', 1.4) +
        circle(0, 0, r * 0.2, '#e0b050') +
        oval(r * 0.05, 0, r * 0.26, r * 0.08, '#6f9f4f', 1, 30),
    ),
  (random, r) =>
    bowl(
      r,
      '#ffffff',
      '#fff3e0',
      times(4, (i) =>
        place(
          rect(-r * 0.34, -r * 0.15, r * 0.68, r * 0.3, '#f7cf52', 1) +
            stroke(
              d`M${-r * 0.2} 0q${r * 0.1} ${-r * 0.12} ${r * 0.2} 0t${r * 0.2} 0`,
              '#dba632',
              0.4,
            ),
          0,
          (i - 1.5) * r * 0.3,
          1,
          between(random, -6, 6),
        ),
      ),
    ),
  (random, r) =>
    bowl(
      r,
      '#c96f63',
      '#fdf0e2',
      times(7, () =>
        circle(
          between(random, -0.4, 0.4) * r,
          between(random, -0.4, 0.4) * r,
          r * 0.19,
          pick(random, ['#d9473c', '#e8694a', '#7fb35a']),
        ),
      ),
    ),
];

/** With one of the day's vegetables. */
export const side = (random: Random, r: number): Svg => pick(random, SIDES)(random, r);

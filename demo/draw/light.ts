import { lighten, mix, SHADE } from './colour.ts';
import { between, chance, pick, whole, type Random } from './random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from './shapes.ts';

export type Weather = 'day' | 'spring' | 'autumn' | 'dusk' | 'rain' | 'winter' | 'night';

const SKIES: Record<Weather, readonly (readonly [top: string, foot: string])[]> = {
  day: [
    ['#9fd0ec', '#e6f3f2'],
    ['#b4dcee', '#f6f1df'],
    ['#86c3e6', '#d9eef2'],
  ],
  spring: [
    ['#bfe0ef', '#fdf0ea'],
    ['#cfe6f2', '#fbf3e2'],
    ['#add8ec', '#fce6e2'],
  ],
  autumn: [
    ['#a9d3e8', '#fbeed2'],
    ['#c3dbe2', '#fbe3c4'],
    ['#8fc4e2', '#eef0e0'],
  ],
  dusk: [
    ['#7d8fc4', '#f7c39a'],
    ['#5f7fb4', '#fbd2a6'],
    ['#a48ec0', '#fbc9a0'],
  ],
  rain: [
    ['#9fb4c4', '#d9e2e2'],
    ['#aabcc2', '#e2e6de'],
    ['#92a8bc', '#cfdce2'],
  ],
  winter: [
    ['#c3d6e2', '#f2f1ec'],
    ['#b4cadc', '#e6edf0'],
    ['#d2dbe4', '#f8eee4'],
  ],
  night: [
    ['#1d2750', '#46538a'],
    ['#20234a', '#57508c'],
    ['#182a4c', '#3a6284'],
  ],
};

/** A gradient from top to bottom; `id` must be unique in a drawing. */
export function wash(
  id: string,
  y: number,
  width: number,
  height: number,
  from: string,
  to: string,
): Svg {
  return fade(id, from, to) + rect(0, y, width, height, `url(#${id})`);
}

/** Declares a gradient for `url(#id)`. */
export function fade(id: string, from: string, to: string): Svg {
  const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
}

/** A sky in that weather. */
export function sky(random: Random, width: number, height: number, weather: Weather): Svg {
  const [from, to] = pick(random, SKIES[weather]);
  const back = wash('sky', 0, width, height, from, to);
  if (weather === 'night') return back + stars(random, width, height * 0.6);
  if (weather === 'rain') return back + clouds(random, width, height, '#ffffff', 0.35);
  const sun = chance(random, 0.6)
    ? glow(between(random, 0.12, 0.88) * width, between(random, 0.1, 0.24) * height, 8, '#ffe9a8')
    : '';
  return back + sun + clouds(random, width, height, lighten(to, 0.7), 0.8);
}

const CLOUD = 'M0 0H20a4 4 0 0 0 0-8a6 6 0 0 0-11-3a5 5 0 0 0-9 4a3.5 3.5 0 0 0 0 7Z';

function clouds(
  random: Random,
  width: number,
  height: number,
  colour: string,
  opacity: number,
): Svg {
  return times(whole(random, 1, 4), () =>
    place(
      shape(CLOUD, colour, opacity),
      between(random, -0.1, 0.95) * width,
      between(random, 0.1, 0.38) * height,
      between(random, 0.6, 1.5),
    ),
  );
}

function stars(random: Random, width: number, height: number): Svg {
  return times((width * height) / 150, () =>
    circle(
      random() * width,
      random() * height,
      between(random, 0.15, 0.5),
      '#fff3d6',
      between(random, 0.4, 0.9),
    ),
  );
}

export const glow = (x: number, y: number, r: number, colour: string): Svg =>
  circle(x, y, r * 2.6, colour, 0.12) +
  circle(x, y, r * 1.7, colour, 0.22) +
  circle(x, y, r, mix(colour, '#ffffff', 0.25));

/** A contact shadow. */
export const shadow = (x: number, y: number, rx: number, ry: number, opacity = 0.14): Svg =>
  oval(x, y, rx, ry, SHADE, opacity);

/** Slanting light, as through a window or leaves. */
export function beams(random: Random, width: number, height: number, opacity = 0.1): Svg {
  const lean = between(random, 0.2, 0.5) * height;
  return times(whole(random, 2, 3), () => {
    const x = between(random, -0.1, 0.9) * width;
    const wide = between(random, 6, 18);
    return shape(d`M${x + lean} 0h${wide}L${x + wide * 1.6} ${height}H${x}Z`, '#fff6dc', opacity);
  });
}

/** Out-of-focus lights. */
export const bokeh = (
  random: Random,
  width: number,
  height: number,
  colours: readonly string[],
  count = 14,
): Svg =>
  times(count, () =>
    circle(
      random() * width,
      random() * height,
      between(random, 4, 14),
      pick(random, colours),
      between(random, 0.15, 0.4),
    ),
  );

export const rain = (random: Random, width: number, height: number): Svg =>
  times((width * height) / 190, () => {
    const length = between(random, 3, 8);
    return stroke(
      d`M${random() * width} ${random() * height}l${-length * 0.18} ${length}`,
      '#ffffff',
      0.35,
      0.55,
    );
  });

export const snowfall = (random: Random, width: number, height: number): Svg =>
  times((width * height) / 170, () =>
    circle(random() * width, random() * height, between(random, 0.4, 1.3), '#ffffff', 0.85),
  );

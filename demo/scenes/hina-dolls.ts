import { darken, lighten } from '../draw/colour.ts';
import { shadow } from '../draw/light.ts';
import { petals } from '../draw/plants.ts';
import { between, pick, type Random } from '../draw/random.ts';
import { circle, d, oval, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';

/** Of March. */
export function hinaDolls(random: Random, width: number, height: number): Svg {
  const step = height * 0.64;
  const size = height > width ? 1.08 : 1;
  const gap = Math.min(width * 0.2, 26) * size;
  const wall = pick(random, ['#f3e4d0', '#efe3da', '#e9e4d0']);
  return (
    rect(0, 0, width, height, wall) +
    screen(width, step, Math.min(width * 0.94, 128)) +
    carpet(width, height, step) +
    [-1, 1]
      .map((side) => place(lamp(), width / 2 + side * Math.min(width * 0.4, 56), step + 3, size))
      .join('') +
    shadow(width / 2 - gap, step + 5, 20, 3, 0.25) +
    shadow(width / 2 + gap, step + 5, 20, 3, 0.25) +
    place(lord(pick(random, ['#3f5a8a', '#4a4a6a', '#4f7a6a'])), width / 2 - gap, step + 5, size) +
    place(lady(pick(random, ['#d9534a', '#d96a8f', '#c9473c'])), width / 2 + gap, step + 5, size) +
    place(peach(random), width / 2, step + 3, size * 0.9) +
    place(cakes(), width / 2, height * 0.93, size) +
    [-1, 1]
      .map((side) =>
        place(sweets(random), width / 2 + side * Math.min(width * 0.32, 42), height * 0.94, size),
      )
      .join('')
  );
}

function screen(width: number, y: number, wide: number): Svg {
  const part = wide / 6;
  return times(6, (i) => {
    const x = (width - wide) / 2 + i * part;
    const up = i % 2 ? 2 : 0;
    return (
      shape(
        d`M${x} ${12 + up}L${x + part} ${14 - up}V${y + 4}H${x}Z`,
        i % 2 ? '#e6b84e' : '#f3cf6a',
      ) +
      stroke(d`M${x} ${12 + up}L${x + part} ${14 - up}V${y + 4}`, '#8a5a3c', 0.9) +
      oval(x + part / 2, y * (0.34 + (i % 3) * 0.12), part * 0.4, 3, '#fbe9b0', 0.6)
    );
  });
}

const carpet = (width: number, height: number, y: number): Svg =>
  rect(0, y, width, height - y, '#c93f3f') +
  rect(0, y, width, (height - y) * 0.42, '#d9524a') +
  rect(0, y + (height - y) * 0.42, width, 2, '#9a2f35') +
  times(2, (i) =>
    rect(0, y + (height - y) * (i ? 0.86 : 0.36), width, 2, i ? '#f3cf6a' : '#e6b84e', 0, 0.85),
  );

const head = (): Svg =>
  circle(0, 0, 7, '#fdf1e4') +
  stroke('M-3.4-.4Q-2.4-1.2-1.4-.4M1.4-.4Q2.4-1.2 3.4-.4', '#4a3830', 0.6) +
  oval(-2.4, -3, 0.8, 0.5, '#6b5a55') +
  oval(2.4, -3, 0.8, 0.5, '#6b5a55') +
  oval(0, 3, 1, 0.8, '#cf3f45') +
  circle(-4, 1.8, 1.3, '#f0a0a0', 0.4) +
  circle(4, 1.8, 1.3, '#f0a0a0', 0.4);

/** Layered collars; the wearer's left lies over the right. */
const robe = (hue: string): Svg =>
  shape('M0-32C-12-30-17-16-23-2Q-24 0-20 0H20Q24 0 23-2C17-16 12-30 0-32Z', hue) +
  shape('M-10-22C-20-18-25-10-26-3Q-18 1-8-6Z', darken(hue, 0.14)) +
  shape('M10-22C20-18 25-10 26-3Q18 1 8-6Z', darken(hue, 0.14)) +
  stroke('M-25-4Q-18 0-9-6M25-4Q18 0 9-6', '#f6e2b0', 1.2) +
  times(6, (i) => circle(-15 + i * 6, -3.4 - (i % 2) * 3, 1.2, lighten(hue, 0.45)));

const collars = (hues: readonly string[]): Svg =>
  hues
    .map((hue, i) =>
      stroke(
        d`M${-6 + i} -31L${1 + i * 0.2} ${-19 + i * 2}M${6 - i} -31L${-1.6 + i * 0.2} ${-17 + i * 2}`,
        hue,
        1.7,
      ),
    )
    .join('');

const lord = (hue: string): Svg =>
  robe(hue) +
  collars(['#f3cf6a', '#fffaf0', '#8fb0c9', '#fffaf0']) +
  place(
    shape('M-7.4-1C-8-9 8-9 7.4-1Q4-5 0-5T-7.4-1Z', '#2f2a30') +
      head() +
      shape('M-7.2-1.4C-8-9 8-9 7.2-1.4Q4-4.8 0-4.8T-7.2-1.4Z', '#2f2a30') +
      rect(-2.4, -18, 4.8, 10, '#2f2a30', 1.4) +
      rect(-5, -10.4, 10, 4, '#2f2a30', 1),
    0,
    -37,
    1,
  ) +
  rect(-1, -17, 2.2, 13, '#e9d0a0', 0.6) +
  circle(0, -8, 2, '#fdf1e4');

const lady = (hue: string): Svg =>
  robe(hue) +
  collars(['#f6b8c4', '#fffaf0', '#f3cf6a', '#8fb57a']) +
  place(
    shape('M-8 8C-11-4-8-9 0-9S11-4 8 8Q6 10 5 4L-5 4Q-6 10-8 8Z', '#2f2a30') +
      head() +
      shape('M-7-1C-8-9 8-9 7-1Q5-5 0-6T-7-1Z', '#2f2a30') +
      shape('M-5-8L-4-13L-2-10L0-14L2-10L4-13L5-8Z', '#f3c64e'),
    0,
    -37,
    1,
  ) +
  shape('M-8-10Q0-17 8-10L0-3Z', '#fff3dc') +
  stroke('M-5-11L0-4L5-11M0-13V-4', '#e88fa0', 0.6);

const lamp = (): Svg =>
  shape('M-6 0H6L4-2.6H-4Z', '#2f2a30') +
  rect(-0.8, -34, 1.6, 32, '#2f2a30') +
  circle(0, -42, 14, '#ffe9a8', 0.25) +
  shape('M-7-50H7L5-34H-5Z', '#fffaf0') +
  rect(-7.4, -51.4, 14.8, 1.8, '#2f2a30') +
  rect(-5.4, -35, 10.8, 1.6, '#2f2a30') +
  circle(0, -42, 2.4, '#f3b4c2');

const peach = (random: Random): Svg =>
  stroke('M0-8Q-1-22-7-32M0-10Q3-22 9-30M0-14V-36', '#7a5a46', 0.9) +
  times(15, (i) =>
    place(
      shape(petals(5, 3, 1.1), i % 4 ? '#ef9ab0' : '#fdf1f0') + circle(0, 0, 0.7, '#f3cf5a'),
      Math.sin(i * 2.4) * (3 + (i % 5) * 1.6),
      -15 - i * 1.5,
      1,
      between(random, 0, 72),
    ),
  ) +
  shape('M-3.6-10H3.6L5 0H-5Z', '#fffaf0') +
  stroke('M-4-4Q0-2.6 4-4', '#d9534a', 0.9);

const cakes = (): Svg => {
  const slab = (y: number, hue: string): Svg =>
    shape(d`M-13 ${y}L0 ${y - 4}L13 ${y}L0 ${y + 4}Z`, lighten(hue, 0.25)) +
    shape(d`M-13 ${y}L0 ${y + 4}V${y + 8}L-13 ${y + 4}Z`, hue) +
    shape(d`M13 ${y}L0 ${y + 4}V${y + 8}L13 ${y + 4}Z`, darken(hue, 0.1));
  return (
    shadow(0, 1, 17, 3, 0.25) +
    shape('M-12-4H12L10 0H-10Z', '#2f2a30') +
    rect(-15, -6, 30, 2.4, '#4a3036', 1) +
    slab(-11, '#8fb86a') +
    slab(-15, '#fdf6ea') +
    slab(-19, '#f3a0b4')
  );
};

const sweets = (random: Random): Svg =>
  shadow(0, 0, 10, 2, 0.2) +
  times(16, () =>
    circle(
      between(random, -7, 7),
      between(random, -14, -7),
      1.7,
      pick(random, ['#f6b8c4', '#fffaf0', '#b5d48a', '#f6dc8a']),
    ),
  ) +
  shape('M-10-8H10Q9 0 0 0T-10-8Z', '#8f2f35') +
  stroke('M-10-8H10', '#e6b84e', 1);

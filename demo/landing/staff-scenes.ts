import { face } from '../draw/face.ts';
import { bust, CHEER, LAP } from '../draw/people.ts';
import { leaf } from '../draw/plants.ts';
import { room, table, tableTop } from '../draw/room.ts';
import { circle, d, place, rect, shape, stroke, times, type Svg } from '../draw/shapes.ts';
import { CARER, FUMI, hand, HARU, phone, portrait, randomOf, SHOICHI } from './people.ts';
import { cosmos, HEIGHT, INK, ORANGE, print, tea, text, vase, WIDTH } from './things.ts';

export function take(): Svg {
  const view =
    room(randomOf('take 5'), WIDTH, HEIGHT, 'autumn', 66) +
    place(bust(randomOf('haru 4'), HARU, { left: [-14, -4], right: [7, 27] }), 66, 41, 1.05) +
    table(randomOf('take table'), WIDTH, HEIGHT, 72) +
    vase(104, 82);
  const frame = stroke('M-8-11v-4h4M8-11v-4h-4M-8 5v4h4M8 5v4h-4', '#ffffff', 0.8);
  const shutter =
    rect(-10, 13, 20, 5, INK, 0, 0.55) +
    circle(0, 15.4, 1.9, '#ffffff') +
    circle(0, 15.4, 1.3, ORANGE);
  const screen = `<svg x="-10" y="-18" width="20" height="36" viewBox="41 4 50 90">${view}</svg>`;
  return (
    view +
    rect(0, 0, WIDTH, HEIGHT, '#fffaf0', 0, 0.3) +
    hand(CARER.skin, CARER.jacket, [22, 112], [42, 76], [43, 74]) +
    hand(CARER.skin, CARER.jacket, [110, 112], [90, 76], [89, 74]) +
    place(phone(screen + frame + shutter), 66, 50, 2.05) +
    stroke('M42 79L49 72', CARER.skin, 6.4) +
    stroke('M90 79L83 72', CARER.skin, 6.4)
  );
}

export function sort(): Svg {
  const people = [
    { who: HARU, seed: 'haru 4', colour: '#f6d9b8' },
    { who: SHOICHI, seed: 'shoichi 2', colour: '#dbe6c8' },
    { who: FUMI, seed: 'fumi 6', colour: '#dfe3ee' },
  ];
  const scenes = [
    rect(-14, -11, 28, 20, '#cfe5f2') + shape('M-14 2Q0-4 14 1V9H-14Z', '#a9cb86'),
    rect(-14, -11, 28, 20, '#f3dcc0') + rect(-14, 4, 28, 5, '#c99b70'),
    rect(-14, -11, 28, 20, '#e6ead8') + shape('M-14 4Q0 0 14 5V9H-14Z', '#c98a6a'),
  ];
  return (
    rect(0, 0, WIDTH, HEIGHT, '#fdf0d9') +
    times(3, (i) => {
      const { who, seed, colour } = people[i] as (typeof people)[number];
      const x = 24 + i * 42;
      return (
        stroke(d`M${x} 44V56`, '#d8a468', 1.4) +
        stroke(d`M${x - 3} 53L${x} 56.6L${x + 3} 53`, '#d8a468', 1.4) +
        print(
          x,
          25,
          [-5, 3, -2][i] ?? 0,
          (scenes[i] ?? '') + place(bust(randomOf(seed), who, i === 1 ? CHEER : LAP), 0, 1, 0.62),
        ) +
        place(portrait(place(face(randomOf(seed), who), 0, 1.4, 1.05), colour, `face${i}`), x, 76)
      );
    })
  );
}

const lines = (widths: number[]): Svg =>
  widths.map((wide, i) => stroke(d`M-26 ${-8 + i * 7}h${wide}`, '#d8c6a8', 1.4)).join('');

export function write(): Svg {
  const sheet =
    rect(-34, -40, 70, 80, '#8a6a48', 1, 0.28) +
    rect(-36, -42, 70, 80, '#fffdf8', 1) +
    text(-26, -24, 13, '10', ORANGE, 'start') +
    text(-11.4, -24, 8, '月号', INK, 'start') +
    cosmos(22, -28, 6) +
    stroke('M-30-18H28', '#f3c36b', 0.9) +
    lines([50, 52, 44, 52, 26]);
  const pen =
    shape('M0 0L3-8L9-4.6Z', '#f6dfbd') +
    shape('M0 0L1.2-3.2L3.6-1.8Z', INK) +
    shape('M3-8L26-44L32-40.4L9-4.6Z', ORANGE) +
    shape('M26-44l2.4-3.8l6 3.6L32-40.4Z', '#f3c36b') +
    stroke('M6-6.4L29-42.2', '#d9702a', 1.2);
  return (
    tableTop(randomOf('write 3'), WIDTH, HEIGHT) +
    place(sheet, 56, 52, 1, -3) +
    place(pen, 62, 77, 1) +
    place(tea(), 112, 76) +
    place(shape(leaf(11, 3.2), '#cf8a35') + shape(leaf(9, 2.8), '#d5432f'), 106, 20, 1, 30)
  );
}

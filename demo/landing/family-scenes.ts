import { lighten } from '../draw/colour.ts';
import { bust, LAP } from '../draw/people.ts';
import { room, table } from '../draw/room.ts';
import { circle, oval, place, rect, shape, stroke, type Svg } from '../draw/shapes.ts';
import { CARER, DAUGHTER, GRANDCHILD, HARU, jumper, phone, randomOf } from './people.ts';
import { cosmos, cup, HEIGHT, INK, ORANGE, text, vase, WIDTH } from './things.ts';

export function arrive(): Svg {
  const letter =
    rect(-27, -44, 54, 52, '#ffffff', 1) +
    cosmos(-17, -31.6, 5.4) +
    text(8.4, -28, 10.4, '10月号', ORANGE) +
    stroke('M-20-18H20M-20-12H20M-20-6H8', '#dcc7a6', 1.4);
  const envelope =
    shape('M-36-14L0-40L36-14V26H-36Z', '#c97a30') +
    letter +
    shape('M-36-14L0 12L36-14V25q0 3-3 3H-33q-3 0-3-3Z', '#f3b366') +
    stroke('M-34.6 27L-6 8M34.6 27L6 8', '#dd9440', 1.2) +
    stroke('M-36-14L0 12L36-14', '#fbd9a8', 1.2);
  const calendar =
    rect(-12, -13, 27, 29, '#5b4836', 2.4, 0.18) +
    rect(-13.4, -14.4, 27, 29, '#ffffff', 2.4) +
    shape('M-13.4-12q0-2.4 2.4-2.4h22.2q2.4 0 2.4 2.4v5.4h-27Z', ORANGE) +
    circle(-7, -14, 1.3, '#fff3dc') +
    circle(7.2, -14, 1.3, '#fff3dc') +
    text(0, 11, 17, '1', INK);
  return (
    rect(0, 0, WIDTH, HEIGHT, '#fdeccb') +
    circle(WIDTH / 2, 92, 56, '#fbdfa8') +
    circle(WIDTH / 2, 92, 40, '#f8d088') +
    shape('M0 84Q32 72 66 80T132 76V99H0Z', '#a9cb86') +
    shape('M0 90Q40 82 80 89T132 86V99H0Z', '#8fb86e') +
    oval(76, 89, 40, 3.4, '#3a2a3a', 0.14) +
    place(envelope, 76, 60, 1, -2) +
    place(calendar, 24, 30, 1, -5)
  );
}

export function read(): Svg {
  const page =
    rect(-10, -18, 20, 36, '#ffffff') +
    text(-3, -11.4, 5, '10', ORANGE) +
    cosmos(6, -13, 2) +
    stroke('M-8-9H8', '#f3c36b', 0.6) +
    rect(-8, -6.6, 16, 12, '#cfe5f2') +
    `<svg x="-8" y="-6.6" width="16" height="12" viewBox="-8 -6.6 16 12">${place(bust(randomOf('haru 4'), HARU), 0, 0.4, 0.42)}</svg>` +
    stroke('M-8 9H8M-8 12H4', '#dcc7a6', 0.9);
  return (
    room(randomOf('read 8'), WIDTH, HEIGHT, 'autumn', 70) +
    sofa() +
    place(
      bust(randomOf('daughter 3'), DAUGHTER, { left: [-6, 24], right: [9, 27] }),
      46,
      42,
      1.15,
    ) +
    place(
      bust(randomOf('grandchild 1'), GRANDCHILD, { left: [-8, 25], right: [5, 27] }) +
        jumper(GRANDCHILD.jacket),
      92,
      51,
      0.98,
    ) +
    table(randomOf('read table'), WIDTH, HEIGHT, 79) +
    place(phone(page), 68, 70, 0.92, 5) +
    circle(57.4, 78, 4, DAUGHTER.skin) +
    stroke('M56 77L61 75', lighten(DAUGHTER.skin, 0.1), 4) +
    place(cup('#c98a8f'), 22, 92) +
    place(cup('#7fa7b5'), 112, 92)
  );
}

const sofa = (): Svg =>
  rect(10, 44, 112, 44, '#b98f6c', 10) +
  rect(14, 48, 50, 40, '#c9a07c', 7) +
  rect(68, 48, 50, 40, '#c9a07c', 7);

export const letter = (): Svg =>
  room(randomOf('letter 2'), WIDTH, HEIGHT, 'autumn', 66) +
  place(bust(randomOf('haru 4'), HARU, LAP), 42, 33, 1.08) +
  place(bust(randomOf('carer 2'), CARER, LAP), 92, 32, 1.08) +
  table(randomOf('letter table'), WIDTH, HEIGHT, 66) +
  vase(67, 79) +
  place(cake(), 32, 88, 1.1) +
  place(cup('#8fa58a'), 54, 90) +
  place(cake(), 94, 88, 1.1) +
  place(cup('#c98a8f'), 117, 90);

const cake = (): Svg =>
  oval(0, 1, 12.4, 2.6, '#3a2a3a', 0.18) +
  oval(0, 0, 11.4, 3, '#ffffff') +
  oval(0, -0.4, 9, 2, '#e9eceb') +
  shape('M-7-1V-6Q-7-8-5-8H5Q7-8 7-6V-1Z', '#e8b04e') +
  stroke('M-3-4a2 2 0 1 1 3 1.6', '#fff3dc', 0.9) +
  stroke('M-7-7Q0-9.4 7-7', '#a8693c', 1);

import { at, box, cosmos, dot, line, picture, shape, stalk } from './drawing.ts';

const PINK = '#e98bb2';
const ROSE = '#cf4f82';
const WHITE = '#fff5f8';
const SKIN = '#f2c9a5';
const INK = '#33291f';

/** The garden of the letter's photo; as high as three quarters of its width. */
const garden =
  box(0, 0, 320, 240, '#cfe5f2') +
  dot(248, 52, 26, '#fde3a0') +
  shape('M0 128Q70 84 150 118T320 102V240H0Z', '#a9cb86') +
  shape('M0 168Q90 140 180 160T320 150V240H0Z', '#7db267') +
  stalk(30, 236, 74, PINK, 1) +
  stalk(66, 240, 52, WHITE, 0.9) +
  stalk(98, 238, 88, ROSE, 1.1) +
  stalk(142, 240, 60, PINK, 0.9) +
  stalk(176, 238, 82, WHITE, 1.1) +
  stalk(214, 240, 56, ROSE, 0.85) +
  stalk(250, 238, 78, PINK, 1.1) +
  stalk(292, 240, 62, ROSE, 1);

export const GARDEN = picture(320, 240, garden);

/** 撮る: two hands hold a phone in front of the flowers. */
export const TAKE = picture(
  320,
  240,
  garden +
    shape('M64 240C58 196 70 168 92 152l20 14-8 74Z', SKIN) +
    shape('M256 240c6-44-6-72-28-88l-20 14 8 74Z', SKIN) +
    box(90, 58, 140, 132, INK, 16) +
    `<svg x="98" y="66" width="124" height="116" viewBox="70 112 124 116">${garden}</svg>` +
    line('M112 92V80h12M208 92V80h-12M112 156v12h12M208 156v12h-12', '#ffffff', 3) +
    dot(160, 166, 10, '#ffffff') +
    dot(160, 166, 7, '#b84a00') +
    shape('M86 170q10-12 22 0t-2 20l-20 4Z', SKIN) +
    shape('M234 170q-10-12-22 0t2 20l20 4Z', SKIN),
);

const print = (drawing: string): string =>
  box(-37, -29, 74, 58, '#d9c4a2', 2) + box(-38, -31, 76, 60, '#ffffff', 2) + drawing;

const name = (x: number, text: string, fill: string): string =>
  dot(x, 182, 27, fill) +
  `<text x="${x}" y="191" font-size="26" text-anchor="middle" fill="${INK}" font-family="serif">${text}</text>`;

/** 分ける: prints go to the people they belong to. */
export const SORT = picture(
  320,
  240,
  box(0, 0, 320, 240, '#fdf0d9') +
    line('M84 100q-20 22-24 44M160 106v38M238 100q20 22 24 44', '#d8bf9a', 3) +
    at(
      82,
      66,
      print(
        box(-32, -25, 64, 48, '#cfe5f2') +
          shape('M-32 10Q0-8 32 8V23H-32Z', '#7db267') +
          at(0, 2, cosmos(PINK)),
      ),
      -8,
    ) +
    at(
      160,
      62,
      print(
        box(-32, -25, 64, 48, '#e9c9a0') +
          shape('M-18 14L-4-14 10 2 22-8 14 14Z', '#cf4f3f') +
          shape('M-4-14L10 2-6 14Z', '#e67a5c'),
      ),
      3,
    ) +
    at(
      238,
      66,
      print(
        box(-32, -25, 64, 48, '#8a5a3a') +
          dot(-12, 0, 13, '#ffffff') +
          dot(-12, 0, 9, '#f6e3b8') +
          dot(15, 4, 10, '#5d2f24') +
          dot(15, 4, 7, '#c9803f'),
      ),
      9,
    ) +
    name(58, '高', '#f6d5b5') +
    name(160, '佐', '#d6e6c3') +
    name(262, '鈴', '#f2cdd3'),
);

/** ひとこと: a greeting is written by hand, a cup of tea beside it. */
export const WRITE = picture(
  320,
  240,
  box(0, 0, 320, 240, '#d9b48a') +
    line('M0 60H320M0 132H320M0 204H320', '#cda678', 2) +
    at(
      138,
      124,
      box(-81, -91, 166, 190, '#b98f63', 3) +
        box(-84, -96, 166, 190, '#fffdf8', 3) +
        at(-54, -64, cosmos(PINK), 10, 0.9) +
        line('M-28-64H36', INK, 5) +
        line('M-62-30H58M-62-10H58M-62 10H44M-62 30H58M-62 50H2', '#cdb899', 4),
      -4,
    ) +
    at(
      186,
      172,
      shape('M0 0l10-22L84-112l16 13L26-9Z', '#b84a00') +
        shape('M84-112l8-10 16 13-8 10Z', '#f3c36b') +
        shape('M0 0l10-22 16 13Z', '#f6dfbd') +
        shape('M0 0l4-9 6 5Z', INK),
    ) +
    dot(276, 190, 33, '#b98f63') +
    dot(274, 186, 33, '#f4efe6') +
    dot(274, 186, 26, '#9db668') +
    line('M262 178q6-6 14 0', '#c3d69a', 3),
);

/** とどく: on the morning of the 1st the letter is there. */
export const ARRIVE = picture(
  320,
  240,
  box(0, 0, 320, 240, '#fbe3c0') +
    dot(160, 208, 118, '#f9d59a') +
    dot(160, 208, 84, '#f6c376') +
    shape('M0 200Q80 176 160 194T320 188V240H0Z', '#a9cb86') +
    at(
      176,
      146,
      box(-78, -34, 156, 100, '#d98a3f', 6) +
        shape('M-78-30L0-78 78-30Z', '#c97a30') +
        box(-62, -84, 124, 110, '#ffffff', 3) +
        at(-34, -54, cosmos(PINK), 0, 1.1) +
        `<text x="22" y="-44" font-size="30" text-anchor="middle" fill="#b84a00" font-family="serif" font-weight="700">10月</text>` +
        line('M-44-22H44M-44-8H44M-44 6H20', '#dcc7a6', 4) +
        shape('M-78-30L0 24 78-30V62q0 4-4 4H-74q-4 0-4-4Z', '#f3b366') +
        line('M-76 64L-14 14M76 64L14 14', '#e39a45', 3),
      -3,
    ) +
    at(
      66,
      66,
      box(-32, -30, 66, 68, '#d9a868', 6) +
        box(-34, -34, 66, 68, '#ffffff', 6) +
        shape('M-34-28q0-6 6-6h54q6 0 6 6v12h-66Z', '#b84a00') +
        `<text x="-1" y="25" font-size="38" text-anchor="middle" fill="${INK}" font-family="serif" font-weight="700">1</text>`,
      -6,
    ),
);

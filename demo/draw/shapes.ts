/** Fragments are plain strings, cheap to join. */
export type Svg = string;

const tidy = (value: number): string => String(Math.round(value * 100) / 100);
/** `opacity` alone would make the renderer use a layer per shape: slow. */
const seen = (opacity: number, of: 'fill' | 'stroke' = 'fill'): string =>
  opacity < 1 ? ` ${of}-opacity="${tidy(opacity)}"` : '';

/** Rounds the numbers in path data, which keeps drawings small. */
export const d = (parts: TemplateStringsArray, ...values: number[]): string =>
  parts.reduce((text, part, i) => text + tidy(values[i - 1] ?? 0) + part);

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  round = 0,
  opacity = 1,
): Svg =>
  `<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(width)}" height="${tidy(height)}" fill="${fill}"` +
  (round > 0 ? ` rx="${tidy(round)}"` : '') +
  `${seen(opacity)}/>`;

export const circle = (x: number, y: number, r: number, fill: string, opacity = 1): Svg =>
  `<circle cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}" fill="${fill}"${seen(opacity)}/>`;

export const oval = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  opacity = 1,
  turn = 0,
): Svg =>
  `<ellipse cx="${tidy(x)}" cy="${tidy(y)}" rx="${tidy(rx)}" ry="${tidy(ry)}" fill="${fill}"${seen(opacity)}` +
  (turn === 0 ? '/>' : ` transform="rotate(${tidy(turn)} ${tidy(x)} ${tidy(y)})"/>`);

export const shape = (data: string, fill: string, opacity = 1): Svg =>
  `<path d="${data}" fill="${fill}"${seen(opacity)}/>`;

/** With round ends. */
export const stroke = (data: string, colour: string, width: number, opacity = 1): Svg =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${tidy(width)}" ` +
  `stroke-linecap="round" stroke-linejoin="round"${seen(opacity, 'stroke')}/>`;

export const ring = (x: number, y: number, r: number, colour: string, width: number): Svg =>
  `<circle cx="${tidy(x)}" cy="${tidy(y)}" r="${tidy(r)}" fill="none" stroke="${colour}" stroke-width="${tidy(width)}"/>`;

/** Degrees; a negative width mirrors. */
export const place = (
  content: Svg,
  x: number,
  y: number,
  scale = 1,
  turn = 0,
  mirrored = false,
): Svg =>
  `<g transform="translate(${tidy(x)} ${tidy(y)})${turn === 0 ? '' : ` rotate(${tidy(turn)})`}` +
  ` scale(${mirrored ? '-' : ''}${tidy(scale)} ${tidy(scale)})">${content}</g>`;

/** A clip; inside, 0,0 is its corner. */
export const frame = (x: number, y: number, width: number, height: number, content: Svg): Svg =>
  `<svg x="${tidy(x)}" y="${tidy(y)}" width="${tidy(width)}" height="${tidy(height)}">${content}</svg>`;

export const times = (count: number, draw: (index: number) => Svg): Svg =>
  Array.from({ length: Math.max(0, Math.round(count)) }, (_, i) => draw(i)).join('');

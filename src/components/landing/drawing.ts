/** Small strokes from which the landing page's pictures are drawn; all without style or script. */

export const picture = (width: number, height: number, drawing: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${drawing}</svg>`;

export const box = (x: number, y: number, w: number, h: number, fill: string, rx = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${rx ? ` rx="${rx}"` : ''}/>`;

export const dot = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

export const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const at = (x: number, y: number, drawing: string, turn = 0, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${drawing}</g>`;

const PETAL = 'M0 0C-7-4-7-13-3-16l3 2 3-2C7-13 7-4 0 0Z';

/** A cosmos seen from above, sixteen units in radius. */
export const cosmos = (fill: string): string =>
  [0, 45, 90, 135, 180, 225, 270, 315]
    .map((turn) => `<path d="${PETAL}" fill="${fill}" transform="rotate(${turn})"/>`)
    .join('') + dot(0, 0, 3.6, '#f3b93c');

/** A cosmos on its stem, rooted at the point. */
export const stalk = (x: number, y: number, height: number, fill: string, scale = 1): string =>
  line(`M${x} ${y}q${height / 14} ${-height / 2} 0 ${-height}`, '#5b8f4e', 2) +
  at(x, y - height, cosmos(fill), x % 40, scale);

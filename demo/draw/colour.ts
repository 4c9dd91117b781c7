const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** `share` 0 is the first of two `#rrggbb` colours, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const other = channels(to);
  const mixed = channels(from).map((value, i) => value + ((other[i] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Towards a warm white. */
export const lighten = (colour: string, share: number): string => mix(colour, '#fffaf0', share);

/** Towards a warm dark, never black. */
export const darken = (colour: string, share: number): string => mix(colour, '#2e2233', share);

export const SHADE = '#3a2a3a';
export const INK = '#4a3a30';
export const GREENS = {
  spring: ['#6f9f4f', '#8fba5e', '#b5d47c'],
  summer: ['#3f7f4c', '#5a9f57', '#86bf68'],
  autumn: ['#a8632c', '#cf8a35', '#e6b24f'],
  winter: ['#5f7a66', '#7f9a80', '#a8bca0'],
} as const;
export const MAPLES = ['#d5432f', '#e5672f', '#ef9238', '#f3bb4e', '#b93a34'] as const;
export const WASHI = ['#d9534a', '#e8a33d', '#4f8f8b', '#c96f93', '#6b8f4a', '#5d6fa8'] as const;

const TINTS = 6;

export const tintOf = (id: string): number =>
  Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS;

const TINTS = 6;

/** The colour of a resident without a portrait. */
export const tintOf = (id: string): number =>
  Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS;

const TINTS = 6;

/** Which of the soft colours tells a resident without a portrait from others. */
export const tintOf = (id: string): number =>
  Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TINTS;

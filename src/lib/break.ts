/**
 * A zero-width space, where a line may break between phrases. It stays within its text, where the
 * element for it would make a box of its own in a row of flexible boxes. What people type holds none
 * (lib/text.ts).
 */
export const BREAK = '\u200b';

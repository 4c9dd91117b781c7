/** The last letters before the ending: cameras tell photos apart by them. */
const KEPT = 4;

/** A file's name in two parts, of which only the first may be shortened on screen. */
export function splitFileName(name: string): { stem: string; end: string } {
  const letters = Array.from(name);
  const dot = letters.lastIndexOf('.');
  const from = Math.max(0, (dot > 0 ? dot : letters.length) - KEPT);
  return { stem: letters.slice(0, from).join(''), end: letters.slice(from).join('') };
}

/** Characters kept before the extension: cameras number photos there. */
const KEPT = 4;

/** Only the first part is shortened on screen. */
export function splitFileName(name: string): { stem: string; end: string } {
  const letters = Array.from(name);
  const dot = letters.lastIndexOf('.');
  const from = Math.max(0, (dot > 0 ? dot : letters.length) - KEPT);
  return { stem: letters.slice(0, from).join(''), end: letters.slice(from).join('') };
}

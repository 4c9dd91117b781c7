import type { Piece } from '#lib/furigana/annotate.ts';
import { annotate, isRead } from '#lib/furigana/annotate.ts';

/** Islands read their own words (islands/furigana), and these hold text as it is. */
const NOT_OURS = 'astro-island, script, style, title, textarea, option, svg, read-text';

/** Adds the readings to what page scripts say later; what was there has them from the server. */
export function readWhatComes(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) read(node);
  }).observe(document.body, { childList: true, subtree: true });
}

function read(node: Node): void {
  if (!(node instanceof Text)) {
    for (const child of [...node.childNodes]) read(child);
    return;
  }
  if (!node.parentElement || node.parentElement.closest(NOT_OURS)) return;
  const pieces = annotate(node.data);
  if (!pieces.some(isRead)) return;
  const text = document.createElement('read-text');
  text.append(...pieces.map(toNode));
  node.replaceWith(text);
}

function toNode(piece: Piece): Node | string {
  if (!isRead(piece)) return piece;
  const [written, reading] = piece;
  const ruby = document.createElement('ruby');
  const rt = document.createElement('rt');
  rt.ariaHidden = 'true';
  rt.textContent = reading;
  ruby.append(written, rt);
  return ruby;
}

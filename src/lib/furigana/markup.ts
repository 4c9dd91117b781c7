import type { DefaultTreeAdapterTypes, Token } from 'parse5';
import { defaultTreeAdapter as tree, html as HTML, parse } from 'parse5';
import type { Piece } from './annotate.ts';
import { BREAK } from '#lib/break.ts';
import { annotate, isRead } from './annotate.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
type Text = DefaultTreeAdapterTypes.TextNode;

/** Elements in which a browser takes no others, whose readings are there, or that keep each space. */
const AS_IT_IS = new Set<string>([
  ...['title', 'textarea', 'select', 'optgroup', 'option', 'script', 'style', 'iframe', 'noembed'],
  ...['noframes', 'xmp', 'plaintext', 'read-text', 'ruby', 'rt', 'rp', 'pre', 'listing'],
]);

/** How far a page has been read. */
interface Page {
  html: string;
  /** With readings, up to `done`. */
  shown: string;
  done: number;
  /** The text that the next one follows. */
  before: string;
  isPlain: boolean;
  /** Not all browsers take it for the same page. */
  isAmbiguous: boolean;
}

/**
 * A page with the readings of its words, which are added to texts alone: where these are is what the
 * parser of browsers says, so that nothing in an attribute or a name can be taken for a tag. What
 * stands between `<!--plain-->` and `<!--/plain-->` stays as it is. The islands do the same to what
 * they show (islands/furigana), so that React finds the page that it expects.
 */
export function withReadings(html: string): string {
  const page: Page = {
    ...{ html, shown: '', done: 0, before: '' },
    ...{ isPlain: false, isAmbiguous: false },
  };
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  for (const node of document.childNodes) readNode(page, node);
  return page.isAmbiguous ? html : page.shown + html.slice(page.done);
}

function readNode(page: Page, node: Node): void {
  if (tree.isTextNode(node)) readText(page, node);
  else if (tree.isElementNode(node)) readElement(page, node);
  else if (tree.isCommentNode(node)) readComment(page, node.data);
}

function readComment(page: Page, data: string): void {
  if (data === 'plain' || data === '/plain') page.isPlain = data === 'plain';
  // React parts two texts by an empty one.
  if (!data.startsWith(' ')) page.before = '';
}

function readElement(page: Page, element: Element): void {
  page.before = '';
  if (OTHERWISE[element.tagName]?.test(contentOf(page, element))) page.isAmbiguous = true;
  if (isAsItIs(element)) return;
  const { childNodes } = 'content' in element ? (element.content as Element) : element;
  for (const node of childNodes) readNode(page, node);
}

const isAsItIs = (element: Element): boolean =>
  element.namespaceURI !== HTML.NS.HTML || AS_IT_IS.has(element.tagName) || isLetter(element);

/** A letter of a name, in place of a picture. */
const isLetter = ({ attrs, childNodes }: Element): boolean =>
  childNodes.length === 1 &&
  childNodes[0]?.nodeName === '#text' &&
  attrs.some(({ name, value }) => name === 'aria-hidden' && value === 'true');

/**
 * What browsers do not agree on: with scripts, whatever looks like the end of `noscript` is it, even
 * in an attribute; and new ones take elements in a `select` that others ignore.
 */
const OTHERWISE: Record<string, RegExp> = {
  noscript: /<\/noscript/i,
  select: /<(?!\/?(?:option|optgroup|hr)\b|!--)/i,
};

const contentOf = ({ html }: Page, { sourceCodeLocation: at }: Element): string =>
  html.slice(at?.startTag?.endOffset, at?.endTag?.startOffset ?? at?.endOffset);

function readText(page: Page, { sourceCodeLocation: at, parentNode }: Text): void {
  const { html, before } = page;
  page.before = '';
  if (!at || page.isPlain || at.startOffset < page.done || !isWhole(html, at)) return;
  // What a template may hold is told by its first element.
  if (parentNode?.nodeName === '#document-fragment') return;
  // Words go on behind a place where a line may break.
  const parts = html.slice(at.startOffset, at.endOffset).split(BREAK);
  const text = parts.join('');
  page.shown += html.slice(page.done, at.startOffset) + toHtml(annotate(text, before), parts);
  page.done = at.endOffset;
  page.before = text;
}

/** From one tag to the next; a browser joins texts when it ignores what is between them. */
const isWhole = (html: string, { startOffset, endOffset }: Token.Location): boolean =>
  (startOffset === 0 || html[startOffset - 1] === '>') &&
  html.indexOf('<', startOffset) === (endOffset === html.length ? -1 : endOffset);

/** One element for a text: in a row of flexible boxes each word would be a box of its own. */
const toHtml = (pieces: Piece[], parts: string[]): string =>
  pieces.some(isRead) ? `<read-text>${withBreaks(pieces, parts)}</read-text>` : parts.join(BREAK);

/** Breaks where they were, but for those within a word that is read. */
function withBreaks(pieces: Piece[], parts: string[]): string {
  const breaks: number[] = [];
  for (const part of parts.slice(0, -1)) breaks.push((breaks.at(-1) ?? 0) + part.length);
  let [html, start, next] = ['', 0, 0];
  for (const piece of pieces) {
    const text = isRead(piece) ? piece[0] : piece;
    const end = start + text.length;
    let shown = start;
    for (let at = breaks[next]; at !== undefined && at < end; at = breaks[++next]) {
      if (isRead(piece) && at > start) continue;
      html += text.slice(shown - start, at - start) + BREAK;
      shown = at;
    }
    html += isRead(piece) ? toRuby(piece) : text.slice(shown - start);
    start = end;
  }
  return html;
}

// A screen reader knows how to read the word itself.
const toRuby = ([written, reading]: Exclude<Piece, string>): string =>
  `<ruby>${written}<rt aria-hidden="true">${reading}</rt></ruby>`;

import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter as tree, html as HTML, parse } from 'parse5';
import { BREAK } from '#lib/break.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser takes it: its elements with all attributes, comments and texts, by lines. */
interface Taken {
  /** Without what readings add. */
  plain: string[];
  /** Where readings were added: the names of the elements around each. */
  read: string[][];
}

interface Finding extends Taken {
  scripts: boolean;
}

/** A page as the parser of browsers takes it. @param scripts whether the browser runs any */
export function taken(html: string, scripts: boolean): Taken {
  const found: Finding = { plain: [], read: [], scripts };
  const document = parse(html, { scriptingEnabled: scripts });
  for (const node of document.childNodes) take(found, node, []);
  return { read: found.read, plain: joined(found.plain) };
}

function take(found: Finding, node: Node, around: string[]): void {
  if (tree.isTextNode(node)) found.plain.push(`text ${textOf(node)}`);
  else if (tree.isCommentNode(node)) found.plain.push(`comment ${node.data}`);
  else if (tree.isElementNode(node)) takeElement(found, node, around);
}

function takeElement(found: Finding, element: Element, around: string[]): void {
  if (element.tagName === 'read-text' && isAdded(element)) {
    if (element.childNodes.some((one) => one.nodeName === 'ruby')) found.read.push(around);
    for (const node of element.childNodes) {
      found.plain.push(
        `text ${tree.isElementNode(node) ? textOf(node.childNodes[0]) : textOf(node)}`,
      );
    }
    return;
  }
  const name = `${element.namespaceURI === HTML.NS.HTML ? '' : `${element.namespaceURI} `}${element.tagName}`;
  const attributes = element.attrs.map((attribute) => [attribute.name, attribute.value]);
  found.plain.push(`<${name} ${JSON.stringify(attributes)}`);
  const content = 'content' in element ? (element.content as Element) : element;
  for (const node of content.childNodes) {
    // Where scripts run it is a text, which nobody sees.
    if (found.scripts && name === 'noscript' && tree.isTextNode(node))
      found.plain.push(`text ${bare(node.value)}`);
    else take(found, node, [...around, name]);
  }
  found.plain.push(`${name}>`);
}

const bare = (markup: string): string =>
  markup.replaceAll(/\u200b|<\/?(?:read-text|ruby)>|<rt aria-hidden="true">[ぁ-んー]+<\/rt>/g, '');

/** Where a line may break is no matter: none is within a word that is read. */
const textOf = (node: Node | undefined): string =>
  node && tree.isTextNode(node) ? node.value.replaceAll(BREAK, '') : '(no text)';

/** Texts, and words with their reading, and nothing else. */
const isAdded = ({ attrs, childNodes }: Element): boolean =>
  attrs.length === 0 &&
  childNodes.every((node) => tree.isTextNode(node) || (tree.isElementNode(node) && isWord(node)));

const isWord = ({ tagName, attrs, childNodes: [word, rt, ...rest] }: Element): boolean =>
  tagName === 'ruby' &&
  attrs.length === 0 &&
  rest.length === 0 &&
  word !== undefined &&
  tree.isTextNode(word) &&
  rt !== undefined &&
  tree.isElementNode(rt) &&
  rt.tagName === 'rt' &&
  /^[ぁ-んー]+$/.test(rt.childNodes.map(textOf).join(''));

/** Texts beside each other are one. */
function joined(lines: string[]): string[] {
  const all: string[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (line.startsWith('text ') && last?.startsWith('text '))
      all[all.length - 1] = last + line.slice(5);
    else all.push(line);
  }
  return all;
}

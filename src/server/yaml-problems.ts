import type { Document, Node } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, visit } from 'yaml';

/** Where something is wrong, and why, in one line. */
interface Fault {
  offset: number;
  reason: string;
}

const MOST_LEVELS = 20;
const LEVELS = 'expected fewer levels, one inside another';

/** The first thing that keeps the file from being read, in the library's words, or null. */
export function faultOf(document: Document, text: string): Fault | null {
  const errors = [...document.errors, ...document.warnings];
  const [first] = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return refusedIn(document);
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) {
    return { offset: first.pos[0], reason: LEVELS };
  }
  const reason = first.message.split(/[;\n]/)[0] ?? '';
  return { offset: startOf(document, text, first.pos[0], /must end with a/.test(reason)), reason };
}

/** An error in a quote or a bracket that stays open is found at its end, and made at its start. */
function startOf(document: Document, text: string, offset: number, isBracket: boolean): number {
  const isOpen = (node: Node, [from, to]: readonly number[]): boolean =>
    isCollection(node)
      ? isBracket && node.flow === true
      : /^['"].*\S\s*\n\s*\S/s.test(text.slice(from, to));
  let found = offset;
  visit(document, {
    Node(_key, node) {
      if (!node.range || !isOpen(node, node.range)) return;
      if (node.range[0] < offset && offset <= node.range[2]) found = node.range[0];
    },
  });
  return found;
}

/** An alias could make a small file large, and a name that is a list has no words. */
function refusedIn(document: Document): Fault | null {
  let found: Fault | null = null;
  visit(document, {
    Node(key, node, path) {
      const reason =
        (isAlias(node) && 'expected no aliases (*)') ||
        (node.tag !== undefined && 'expected no tags (!)') ||
        (key === 'key' && !isScalar(node) && 'expected a name, a colon and a value') ||
        (path.filter(isNode).length > MOST_LEVELS && LEVELS);
      if (!reason) return;
      found = { offset: node.range?.[0] ?? 0, reason };
      return visit.BREAK;
    },
  });
  return found;
}

/** YAML's and JSON's true and false are no texts. */
export function markFlags(document: Document): void {
  visit(document, {
    Scalar(key, node) {
      const { type, value } = node;
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return;
      if (/^(?:true|false)$/i.test(value)) node.value = /^true$/i.test(value);
    },
  });
}

/** Of the value, or of what would hold it. @param isUnknown of the name */
export function offsetOf(document: Document, path: readonly string[], isUnknown: boolean): number {
  for (let length = path.length; length > 0; length--) {
    if (isUnknown && length === path.length) {
      const holder = length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
      const key = path.at(-1);
      const pair = isMap(holder) ? holder.items.find((one) => isNamed(one.key, key)) : undefined;
      if (isPair(pair) && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return document.contents?.range?.[0] ?? 0;
}

const isNamed = (node: unknown, name: string | undefined): boolean =>
  isScalar(node) && node.value === name;

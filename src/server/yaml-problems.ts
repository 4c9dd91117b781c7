import type { Document, LineCounter, Node, YAMLError } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isPair, isScalar, visit } from 'yaml';

/** What is wrong with a file, in words of one line. */
export interface Problem {
  line: number;
  reason: string;
}

type Code = YAMLError['code'];

const MOST_LEVELS = 20;
const ALIAS = 'expected no aliases (*)';
const LEVELS = 'expected fewer levels, one inside another';
const ONE_LINE = 'expected a name, a colon and a value in one line';
const QUOTE = 'expected a closing quote';
const TAG = 'expected no tags (!)';

const REASONS: Partial<Record<Code, string>> = {
  ALIAS_PROPS: ALIAS,
  BAD_ALIAS: ALIAS,
  BAD_DIRECTIVE: 'expected no line that begins with %',
  BAD_DQ_ESCAPE: 'expected two backslashes for one in double quotes',
  BAD_INDENT: 'expected other blanks at the start of the line',
  BAD_SCALAR_START: 'expected quotes around a text that begins with such a character',
  BLOCK_AS_IMPLICIT_KEY: 'expected quotes around a text with a colon and a blank',
  BLOCK_IN_FLOW: 'expected commas within brackets',
  DUPLICATE_KEY: 'expected each setting once, and this one is above too',
  KEY_OVER_1024_CHARS: ONE_LINE,
  MISSING_CHAR: ONE_LINE,
  MULTILINE_IMPLICIT_KEY: ONE_LINE,
  MULTIPLE_DOCS: 'expected one document, without a line --- or ... within it',
  MULTIPLE_TAGS: TAG,
  RESOURCE_EXHAUSTION: LEVELS,
  TAB_AS_INDENT: 'expected blanks instead of a tab',
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: 'expected one value here, in quotes if it holds such characters',
};

/** What differs within a code, by the words of `yaml`. */
const CLOSER = /end with a [\]}]$/;
const BY_WORDS: [RegExp, string][] = [
  [/closing .quote/, QUOTE],
  [CLOSER, 'expected a closing bracket'],
  [/^Missing ,/, 'expected a comma before this'],
  [/without - indicator/, 'expected a dash (-) before each entry of a list'],
];

/** @returns what keeps the file from being read, and what does not */
export function problemsOf(
  document: Document,
  lines: LineCounter,
  text: string,
): { fatal: Problem[]; others: Problem[] } {
  const at = (offset: number, reason: string): Problem => ({
    line: lines.linePos(offset).line,
    reason,
  });
  const errors = [...document.errors, ...document.warnings];
  const tooDeep = errors.filter(({ code }) => code === 'RESOURCE_EXHAUSTION').slice(0, 1);
  if (tooDeep.length > 0)
    return { fatal: tooDeep.map(({ pos }) => at(pos[0], LEVELS)), others: [] };
  const [twice, broken] = [true, false].map((is) =>
    errors.filter(({ code }) => (code === 'DUPLICATE_KEY') === is),
  ) as [YAMLError[], YAMLError[]];
  const found = broken.map((error) => {
    const { offset, reason } = reasonOf(document, text, error);
    return at(offset, reason);
  });
  const refused = listRefused(document).map(([offset, reason]) => at(offset, reason));
  return {
    fatal: firstOfLines([...found, ...refused]),
    others: twice.map(({ code, pos }) => at(pos[0], REASONS[code] ?? ONE_LINE)),
  };
}

/** What follows on a line comes of the first, and all of a quote that stays open. */
function firstOfLines(problems: readonly Problem[]): Problem[] {
  const byLine = Map.groupBy(problems, ({ line }) => line);
  return [...byLine.values()].flatMap((all) => {
    const quote = all.find(({ reason }) => reason === QUOTE);
    const levels = all.find(({ reason }) => reason === LEVELS);
    return quote ?? levels ?? all.slice(0, 1);
  });
}

/** A quote or a bracket that does not end is named where it begins. */
function reasonOf(document: Document, text: string, { code, message, pos: [pos] }: YAMLError) {
  const quote = lastAround(document, pos, (node) => isQuoted(node) && isOfLines(node, text));
  if (quote !== null) return { offset: quote, reason: QUOTE };
  const reason = BY_WORDS.find(([words]) => words.test(message))?.[1];
  if (CLOSER.test(message)) {
    if (/[\]}]/.test(text[pos] ?? '')) {
      return { offset: pos, reason: 'expected blanks before the closing bracket' };
    }
    const bracket = lastAround(document, pos, (node) => isCollection(node) && node.flow === true);
    return { offset: bracket ?? pos, reason: reason ?? ONE_LINE };
  }
  return { offset: pos, reason: reason ?? REASONS[code] ?? 'expected YAML or JSON' };
}

const isQuoted = (node: Node): boolean =>
  isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');

const isOfLines = ({ range }: Node, text: string): boolean =>
  range ? text.slice(range[0], range[1]).trimEnd().includes('\n') : false;

/** Where the last such node begins that holds the place. */
function lastAround(
  document: Document,
  offset: number,
  isOne: (node: Node) => boolean,
): number | null {
  let found: number | null = null;
  visit(document, {
    Node(_key, node) {
      if (!node.range || !isOne(node)) return;
      if (node.range[0] < offset && offset <= node.range[2]) found = node.range[0];
    },
  });
  return found;
}

/** An alias could make a small file large; a name that is a list has no words. */
function listRefused(document: Document): [offset: number, reason: string][] {
  const found: [number, string][] = [];
  visit(document, {
    Node(key, node, path) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) found.push([offset, ALIAS]);
      else if (node.tag !== undefined) found.push([offset, TAG]);
      else if (key === 'key' && !isScalar(node)) found.push([offset, ONE_LINE]);
      if (path.filter(isNode).length <= MOST_LEVELS) return;
      found.push([offset, LEVELS]);
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

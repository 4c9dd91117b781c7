import type { Atrule, CssNode, Declaration, List, Rule, Selector, SelectorList } from 'css-tree';
import { generate, parse, walk } from 'css-tree';
import type { Target } from './data.ts';
import { entryOf, isIn } from './data.ts';

type Key = readonly string[];

/** Something that a browser of a target does not know, and where it stands. */
export interface Missing {
  /** As MDN's data name it: `properties.inset`, `types.min in width`. */
  feature: string;
  where: string;
}

/** Style sheets as a target's browsers read them. */
interface OldSheet {
  css: string;
  /** What they leave out and has no other declaration before it. */
  missing: Missing[];
}

/**
 * Takes out of a style sheet what a target's browsers do not know, in the way that they do: a
 * declaration, a rule for one selector of its list, the rules of an unknown `@` rule.
 */
export function asReadBy(target: Target, css: string): OldSheet {
  const missing: Missing[] = [];
  const sheet = parse(css, { parseCustomProperty: true });
  if (sheet.type === 'StyleSheet') thin(sheet.children, target, missing);
  return { css: generate(sheet), missing };
}

function thin(nodes: List<CssNode>, target: Target, missing: Missing[]): void {
  nodes.forEach((node, item) => {
    if (node.type === 'Rule') {
      if (!keepsRule(node, target, missing)) nodes.remove(item);
    } else if (node.type === 'Atrule') {
      const kept = keepsAtrule(node, target, missing);
      if (kept === 'contents' && node.block) nodes.replace(item, node.block.children);
      else if (kept === false) nodes.remove(item);
    }
  });
}

function keepsRule(rule: Rule, target: Target, missing: Missing[]): boolean {
  const where = generate(rule.prelude);
  const unknown = rule.prelude.type === 'SelectorList' ? selectorsNotIn(target, rule.prelude) : [];
  for (const feature of unknown) missing.push({ feature, where });
  if (unknown.length > 0) return false;
  const known = new Set<string>();
  const isFlex = displayOf(rule).endsWith('flex');
  rule.block.children.forEach((node, item, list) => {
    if (node.type !== 'Declaration') return;
    const name = unprefixed(node.property);
    const unknown = declarationNotIn(target, node, isFlex);
    // Its value is found to be none only when it is computed, and nothing before it counts.
    const isLate = unknown.length > 0 && generate(node.value).includes('var(');
    if (unknown.length === 0) known.add(name);
    else if (isLate) node.value = { type: 'Raw', value: 'unset' };
    else list.remove(item);
    if (!isLate && [...known].some((before) => covers(before, name))) return;
    for (const feature of unknown) {
      const isValue = feature.startsWith('types.');
      missing.push({ feature: isValue ? `${feature} in ${name}` : feature, where });
    }
  });
  unnest(rule, target, missing);
  return true;
}

/** Rules within a rule. */
function unnest({ block, prelude }: Rule, target: Target, missing: Missing[]): void {
  if (isIn(target, ['css', 'selectors', 'nesting'])) {
    thin(block.children, target, missing);
    return;
  }
  block.children.forEach((node, item, list) => {
    if (node.type === 'Declaration') return;
    missing.push({ feature: 'selectors.nesting', where: generate(prelude) });
    list.remove(item);
  });
}

/** A shorthand stands in for its parts. */
const covers = (before: string, name: string): boolean =>
  before === name || name.startsWith(`${before}-`);

const displayOf = ({ block }: Rule): string => {
  let display = '';
  block.children.forEach((node) => {
    if (node.type === 'Declaration' && node.property === 'display') display = generate(node.value);
  });
  return display;
};

/** A rule that is not known is skipped with what stands in it. */
function keepsAtrule(rule: Atrule, target: Target, missing: Missing[]): boolean | 'contents' {
  const where = `@${rule.name} ${rule.prelude ? generate(rule.prelude) : ''}`.trim();
  if (rule.name === 'supports') {
    if (!rule.prelude || !isTrue(target, rule.prelude)) return false;
    if (rule.block) thin(rule.block.children, target, missing);
    return 'contents';
  }
  const keys: Key[] = [['css', 'at-rules', rule.name]];
  if (rule.name === 'media' && rule.prelude) keys.push(...mediaKeys(rule.prelude));
  const unknown = namesNotIn(target, keys);
  for (const feature of unknown) missing.push({ feature, where });
  if (unknown.length > 0) return false;
  if (rule.block && rule.name !== 'keyframes') thin(rule.block.children, target, missing);
  return true;
}

/** `@supports` of a target's browsers; what is not a declaration they do not know. */
function isTrue(target: Target, prelude: CssNode): boolean {
  let isOn = true;
  const text = generate(prelude);
  const isNot = /^not\b/.test(text);
  if (/\bor\b/.test(text)) throw new Error(`not understood: @supports ${text}`);
  walk(prelude, (node) => {
    if (node.type === 'Declaration') isOn &&= declarationNotIn(target, node, false).length === 0;
    if (node.type === 'FeatureFunction') {
      isOn &&= isIn(target, ['css', 'at-rules', 'supports', 'selector']) && !isNot;
      walk(node, (inner) => {
        if (inner.type === 'Selector')
          isOn &&= namesNotIn(target, selectorKeys(inner)).length === 0;
      });
    }
  });
  return isNot ? !isOn : isOn;
}

function mediaKeys(prelude: CssNode): Key[] {
  const keys: Key[] = [];
  walk(prelude, (node) => {
    if (node.type === 'FeatureRange') keys.push(['css', 'at-rules', 'media', 'range_syntax']);
    if (node.type === 'Feature') {
      keys.push(['css', 'at-rules', 'media', node.name.replace(/^(?:min|max)-/, '')]);
    }
  });
  return keys;
}

const selectorsNotIn = (target: Target, list: SelectorList): string[] => [
  ...new Set(
    list.children
      .toArray()
      .flatMap((node) => (node.type === 'Selector' ? namesNotIn(target, selectorKeys(node)) : [])),
  ),
];

function selectorKeys(selector: Selector): Key[] {
  const keys: Key[] = [];
  walk(selector, (node) => {
    if (node.type !== 'PseudoClassSelector' && node.type !== 'PseudoElementSelector') return;
    const key = ['css', 'selectors', node.name];
    keys.push(key);
    if (node.name !== 'not' || node.children === null) return;
    const inner = node.children
      .toArray()
      .flatMap((one) => (one.type === 'SelectorList' ? [one] : []));
    const isLong = inner.some(
      ({ children }) =>
        children.size > 1 ||
        children.toArray().some((one) => one.type === 'Selector' && one.children.size > 1),
    );
    if (isLong) keys.push([...key, 'selector_list']);
  });
  return keys;
}

function declarationNotIn(target: Target, node: Declaration, isFlex: boolean): string[] {
  if (node.property.startsWith('--')) return namesNotIn(target, valueKeys(node, []));
  const name = unprefixed(node.property);
  const key = ['css', 'properties', name];
  if (entryOf(['css', 'properties', node.property])) key[2] = node.property;
  const isPrefixed = name !== node.property && key[2] === name;
  const keys = isPrefixed ? [] : [key, ...valueKeys(node, key)];
  if (isFlex && /^(?:gap|row-gap|column-gap)$/.test(name)) keys.push([...key, 'flex_context']);
  return namesNotIn(target, keys);
}

/** What a prefix stands before is known, or is another engine's. */
const unprefixed = (property: string): string => property.replace(/^-[a-z]+-/, '');

const HEX_WITH_ALPHA = new Set([4, 8]);

function valueKeys(node: Declaration, key: Key): Key[] {
  const keys: Key[] = [];
  walk(node.value, (part) => {
    if (part.type === 'Identifier' && key.length > 0) {
      keys.push([...key, part.name], ['css', 'types', 'color', part.name]);
      keys.push(['css', 'types', 'global_keywords', part.name]);
    }
    if (part.type === 'Function') {
      keys.push(['css', 'types', part.name], ['css', 'types', 'color', part.name]);
      if (key.length > 0) keys.push([...key, part.name], [...key, `${part.name}_function`]);
    }
    if (part.type === 'Dimension') keys.push(...unitKeys(part.unit));
    if (part.type === 'Hash' && HEX_WITH_ALPHA.has(part.value.length)) {
      keys.push([
        ...['css', 'types', 'color', 'rgb_hexadecimal_notation'],
        'alpha_hexadecimal_notation',
      ]);
    }
  });
  return keys;
}

const VIEWPORT = { d: 'dynamic', l: 'large', s: 'small' };

function unitKeys(unit: string): Key[] {
  const length = ['css', 'types', 'length'];
  const [, kind] = /^([dls])v(?:h|w|i|b|min|max)$/.exec(unit) ?? [];
  if (kind !== undefined) {
    return [[...length, `viewport_percentage_units_${VIEWPORT[kind as keyof typeof VIEWPORT]}`]];
  }
  return /^cq/.test(unit) ? [[...length, 'container_query_length_units']] : [[...length, unit]];
}

const namesNotIn = (target: Target, keys: readonly Key[]): string[] =>
  keys.filter((key) => !isIn(target, key)).map((key) => key.slice(1).join('.'));

import type { Node } from 'acorn';
import { parse } from 'acorn';
import { full } from 'acorn-walk';
import type { Missing } from './css.ts';
import type { Target } from './data.ts';
import { isIn } from './data.ts';
import { memberKeys } from './members.ts';

/** The language of 2022; what a target lacks of it is looked up below. */
const ECMA_VERSION = 2022;

/**
 * What modules use that a target's browsers lack, as MDN's data name it: syntax, global names,
 * static members, and members by name alone where no object of these browsers has one of that name
 * and the modules define none.
 * @throws SyntaxError for syntax after 2022
 */
export function scriptsNotIn(target: Target, modules: ReadonlyMap<string, string>): Missing[] {
  const own = new Set<string>();
  const parsed = [...modules].map(([where, code]) => {
    const tree = parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' });
    full(tree, (node) => {
      const name = definedBy(node);
      if (name !== undefined) own.add(name);
    });
    return { where, tree };
  });
  return parsed.flatMap(({ where, tree }) => {
    const found = new Set<string>();
    full(tree, (node) => {
      for (const key of keysOf(node)) if (!isIn(target, key)) found.add(key.slice(1).join('.'));
      const member = memberOf(node);
      if (member === undefined || own.has(member)) return;
      const keys = memberKeys(member);
      if (keys.length > 0 && !keys.some((key) => isIn(target, key))) found.add(`.${member}`);
    });
    return [...found].sort().map((feature) => ({ feature, where }));
  });
}

/** A name that an object of ours is given. */
function definedBy(node: Node): string | undefined {
  if (isOf(node, 'AssignmentExpression')) return memberOf(node['left'] as Node);
  const isKey = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type);
  const key = isKey ? ((node as Fields)['key'] as Fields) : undefined;
  if (key?.type === 'Identifier') return String(key['name']);
  return key?.type === 'Literal' ? String(key['value']) : undefined;
}

/** What is asked of an object, by name: `.at`, `{ signal }` is none. */
function memberOf(node: Node): string | undefined {
  if (!isOf(node, 'MemberExpression') || node['computed'] === true) return undefined;
  const property = node['property'] as { type: string; name: string };
  return property.type === 'Identifier' ? property.name : undefined;
}

type Fields = Node & Record<string, unknown>;

const isOf = (node: Node, type: string): node is Fields => node.type === type;

const BUILTINS = ['javascript', 'builtins'];

function keysOf(node: Node): string[][] {
  if (isOf(node, 'StaticBlock'))
    return [['javascript', 'classes', 'static', 'initialization_blocks']];
  if (isOf(node, 'PropertyDefinition')) {
    const { type } = node['key'] as Node;
    const kind = type === 'PrivateIdentifier' ? 'private_class_fields' : 'public_class_fields';
    return [['javascript', 'classes', kind]];
  }
  if (isOf(node, 'Literal') && node['regex']) return regexKeys(node['regex'] as Regex);
  if (isOf(node, 'Identifier')) {
    const name = String(node['name']);
    return [
      [...BUILTINS, name],
      ['api', name],
    ];
  }
  if (isOf(node, 'MemberExpression')) {
    const object = node['object'] as Fields;
    const member = memberOf(node);
    if (object.type !== 'Identifier' || member === undefined) return [];
    const name = String(object['name']);
    if (['self', 'window', 'globalThis'].includes(name)) {
      return [
        ['api', 'Window', member],
        ['api', member],
        [...BUILTINS, member],
      ];
    }
    return [
      [...BUILTINS, name, member],
      ['api', name, `${member}_static`],
      ['api', 'Window', name, member],
    ];
  }
  return [];
}

interface Regex {
  pattern: string;
  flags: string;
}

const FLAGS: Record<string, string> = {
  d: 'hasIndices',
  s: 'dotAll',
  v: 'unicodeSets',
  y: 'sticky',
};

function regexKeys({ pattern, flags }: Regex): string[][] {
  const keys = Array.from(flags).flatMap((flag) => {
    const name = FLAGS[flag];
    return name === undefined ? [] : [[...BUILTINS, 'RegExp', name]];
  });
  const about = ['javascript', 'regular_expressions'];
  if (/\(\?<[=!]/.test(pattern)) keys.push([...about, 'lookbehind_assertion']);
  if (/\(\?<\w/.test(pattern)) keys.push([...about, 'named_capturing_group']);
  if (/\(\?[a-z-]+:/.test(pattern)) keys.push([...about, 'modifier']);
  return keys;
}

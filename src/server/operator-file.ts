import { readFileSync, statSync } from 'node:fs';
import type { Document } from 'yaml';
import { LineCounter, isMap, isNode, isPair, isScalar, parseDocument, visit } from 'yaml';
import type { Env } from './env.ts';
import { EnvError } from './env.ts';
import type { OperatorFile } from './operator-settings.ts';
import { checkSettings } from './operator-settings.ts';

const MOST_BYTES = 256 * 1024;
const MOST_PROBLEMS = 40;
const MOST_KEY = 40;
const MOST_REASON = 100;

/**
 * The settings with what `OPERATOR_FILE` says, YAML or JSON (reference.ja.md).
 * @throws EnvError with all that is wrong, a line for each
 */
export function readOperatorFile(env: Env, file: string): Env {
  const given = readText(file);
  const read = typeof given === 'string' ? parseOperatorFile(given) : [given.problem];
  if (Array.isArray(read)) {
    throw new EnvError(read.map((problem) => `OPERATOR_FILE: ${file} ${problem}`).join('\n'));
  }
  const { name = env.OPERATOR_NAME, url = env.OPERATOR_URL, ...operator } = read;
  return { ...env, OPERATOR_NAME: name, OPERATOR_URL: url, operator };
}

function readText(file: string): string | { problem: string } {
  let bytes: Buffer;
  try {
    const { size, isFile } = lookAt(file);
    if (!isFile) return { problem: 'is not a file' };
    if (size > MOST_BYTES) return { problem: `is larger than ${MOST_BYTES} bytes` };
    bytes = readFileSync(file);
  } catch (error) {
    return { problem: `cannot be read (${(error as { code?: string }).code ?? 'unknown'})` };
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not UTF-8 text' };
  }
}

/** Before it is opened: a pipe waits for a writer, and a device may never end. */
function lookAt(file: string): { size: number; isFile: boolean } {
  const stats = statSync(file);
  return { size: stats.size, isFile: stats.isFile() };
}

/** @returns what it says, or what is wrong with it: each a line's number and the reason */
export function parseOperatorFile(given: string): OperatorFile | string[] {
  const lines = new LineCounter();
  const document = parseDocument(given.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    schema: 'failsafe',
    prettyErrors: false,
    logLevel: 'error',
  });
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    const reason = fault.message.split(/[;\n]/)[0] ?? '';
    return [`line ${lineAt(fault.pos[0])}: ${shown(reason, MOST_REASON)}`];
  }
  markFlags(document);
  const content = contentOf(document);
  if (content instanceof Error) return [`is not read: ${content.message}`];
  const settings = checkSettings(withoutBlanks(content) ?? {});
  if (!Array.isArray(settings)) return settings;
  return say(
    settings.map(({ path, isUnknown, reason }) => ({
      line: lineAt(offsetOf(document, path, isUnknown)),
      reason: `${path.map((key) => shown(key, MOST_KEY)).join('.') || 'the file'}: ${reason}`,
    })),
  );
}

/** Without aliases, which could make a small file large. */
function contentOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    return error;
  }
}

/** By line, each once. */
function say(problems: readonly { line: number; reason: string }[]): string[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line);
  const all = [...new Set(sorted.map(({ line, reason }) => `line ${line}: ${reason}`))];
  const more = all.length - MOST_PROBLEMS;
  return more > 0 ? [...all.slice(0, MOST_PROBLEMS), `and ${more} more`] : all;
}

/** Neither breaks the line nor reaches the terminal as a command. */
function shown(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return short.replaceAll(
    /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu,
    (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** `phone:` without a value, and JSON's null, say nothing. */
function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return /^(?:|~|null)$/.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutBlanks(one) ?? '');
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutBlanks(one)]));
}

/** YAML's and JSON's true and false are no texts. */
function markFlags(document: Document): void {
  visit(document, {
    Scalar(key, node) {
      const { type, value } = node;
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return;
      if (/^(?:true|false)$/i.test(value)) node.value = /^true$/i.test(value);
    },
  });
}

/** Where the value is, or what would hold it. @param isUnknown of the name */
function offsetOf(document: Document, path: readonly string[], isUnknown: boolean): number {
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

import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';
import { LineCounter, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import type { Operator } from '#lib/operator-facts.ts';
import { NO_OPERATOR } from '#lib/operator-facts.ts';
import type { Env } from './env.ts';
import { EnvError } from './env.ts';

const MOST_BYTES = 256 * 1024;

const CONTROL = /[\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const text = (most: number) =>
  z
    .string('expected a text')
    .transform((given) => given.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, 'expected a text')
        .max(most, `expected at most ${most} characters`)
        .refine((given) => !CONTROL.test(given), 'expected one line without control characters'),
    );

/** Every scalar is text, so that a telephone number keeps its zero. */
const whole = (least: number, most: number, unit: string) => {
  const words = `expected ${unit}, a whole number from ${least} to ${most}`;
  return z
    .string(words)
    .regex(/^\d{1,9}$/, words)
    .transform(Number)
    .pipe(z.number().min(least, words).max(most, words));
};

const ID_TEXT = 'expected an id of small letters, digits and dashes, such as small';
const PlanSchema = z.strictObject({
  id: z
    .string(ID_TEXT)
    .regex(/^[a-z][a-z\d-]{0,29}$/, ID_TEXT)
    .refine((id) => id !== 'none', 'expected another id: none means no plan'),
  name: text(30),
  price: whole(0, 10_000_000, 'yen a month with tax').nullable().default(null),
  residents: whole(1, 10_000, 'residents'),
  storage: whole(1, 100_000, 'gigabytes'),
});

const SectionSchema = z.strictObject(
  {
    heading: text(60),
    parts: z
      .array(
        z.union(
          [text(2000), z.array(text(1000)).min(1)],
          'expected a text of at most 2000 characters, or a list of texts',
        ),
        'expected a list of texts',
      )
      .min(1, 'expected a list of texts'),
  },
  'expected a heading and its parts',
);
const sections = z.array(SectionSchema, 'expected a list of sections').default([]);

const URL_TEXT = 'expected a URL, https://…';
const isWebUrl = (given: string): boolean => /^https?:\/\//.test(given) && URL.canParse(given);
const EMAIL_TEXT = 'expected an e-mail address';
const PHONE_TEXT = 'expected a telephone number such as 03-1234-5678';

const FileSchema = z.strictObject(
  {
    name: text(60).optional(),
    url: z.string(URL_TEXT).refine(isWebUrl, URL_TEXT).optional(),
    email: z.email(EMAIL_TEXT).nullable().default(null),
    address: text(200).nullable().default(null),
    representative: text(60).nullable().default(null),
    phone: z
      .string(PHONE_TEXT)
      .regex(/^0\d{1,4}-?\d{1,4}-?\d{3,4}$/, PHONE_TEXT)
      .nullable()
      .default(null),
    requests: text(300).nullable().default(null),
    server: text(100).nullable().default(null),
    plans: z
      .array(PlanSchema, 'expected a list of plans')
      .min(1, 'expected at least one plan')
      .max(20, 'expected at most 20 plans')
      .superRefine((plans, { addIssue }) => {
        plans.forEach(({ id }, index) => {
          if (plans.findIndex((plan) => plan.id === id) === index) return;
          addIssue({
            code: 'custom',
            path: [index, 'id'],
            message: 'expected another id: it is taken',
          });
        });
      })
      .default([...NO_OPERATOR.plans]),
    subcontractors: z
      .array(
        z.strictObject({ name: text(60), task: text(100), place: text(60) }),
        'expected a list of name, task and place',
      )
      .default([]),
    terms: sections,
    privacy: sections,
  },
  'expected settings such as name: …',
);

export interface OperatorFile extends Operator {
  name?: string | undefined;
  url?: string | undefined;
}

/**
 * The settings with what `OPERATOR_FILE` says, YAML or JSON (reference.ja.md).
 * @throws EnvError with the line and the reason
 */
export function readOperatorFile(env: Env, file: string): Env {
  const given = readText(file);
  const read = typeof given === 'string' ? parseOperatorFile(given) : given.problem;
  if (typeof read === 'string') throw new EnvError(`OPERATOR_FILE: ${file} ${read}`);
  const { name = env.OPERATOR_NAME, url = env.OPERATOR_URL, ...operator } = read;
  return { ...env, OPERATOR_NAME: name, OPERATOR_URL: url, operator };
}

function readText(file: string): string | { problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return { problem: `cannot be read (${(error as { code?: string }).code ?? 'unknown'})` };
  }
  if (bytes.length > MOST_BYTES) return { problem: `is larger than ${MOST_BYTES} bytes` };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not UTF-8 text' };
  }
}

/** @returns what it says, or the first thing wrong with it: the line and the reason */
export function parseOperatorFile(given: string): OperatorFile | string {
  const lines = new LineCounter();
  const document = parseDocument(given.replace(/^\ufeff/, ''), {
    ...{ lineCounter: lines, schema: 'failsafe', prettyErrors: false },
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) return sayAt(lines, problem.pos[0], problem.message.replaceAll(/\s+/g, ' '));
  const alias = firstAlias(document);
  if (alias !== undefined) return sayAt(lines, alias, 'expected no aliases (*)');
  const result = FileSchema.safeParse(withoutBlanks(document.toJS()) ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return issue ? issueAt(document, lines, issue) : 'expected other settings';
}

const sayAt = (lines: LineCounter, offset: number, reason: string): string =>
  `line ${lines.linePos(offset).line}: ${reason}`;

/** One could make a small file large. */
function firstAlias(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Alias(_key, node) {
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/** `phone:` without a value, and JSON's null, say nothing. */
function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return /^(?:|~|null)$/.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutBlanks(one) ?? '');
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutBlanks(one)]));
}

function issueAt(document: Document, lines: LineCounter, issue: z.core.$ZodIssue): string {
  const [key] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...issue.path, ...(key === undefined ? [] : [key])].map(String);
  const reason = key === undefined ? issue.message : 'there is no such setting';
  return sayAt(lines, offsetOf(document, path, key), `${path.join('.') || 'the file'}: ${reason}`);
}

/** Of the value, or of what would hold it. */
function offsetOf(document: Document, path: readonly string[], key?: string): number {
  for (let length = path.length; length > 0; length--) {
    if (key !== undefined && length === path.length) {
      const holder = length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
      const pair = isMap(holder) ? holder.items.find((one) => isNamed(one.key, key)) : undefined;
      if (isNode(pair?.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return document.contents?.range?.[0] ?? 0;
}

const isNamed = (node: unknown, name: string): boolean => isScalar(node) && node.value === name;

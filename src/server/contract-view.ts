import type { openApiOf } from './openapi.ts';

type Schema = Record<string, unknown>;

interface Operation {
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export function describeContract(document: ReturnType<typeof openApiOf>) {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, operation]) =>
      describe(path, name, operation as unknown as Operation),
    ),
  );
  const names = [...new Set(calls.map(({ group }) => group))].sort();
  return names.map((name) => ({ name, calls: calls.filter(({ group }) => group === name) }));
}

function describe(path: string, name: string, operation: Operation) {
  const { summary, description, tags, parameters, requestBody, responses } = operation;
  const [status = '', done] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeText(schema)}`);
  return {
    group: tags[0] ?? '',
    method: name.toUpperCase(),
    path,
    summary,
    who: description.replace('使える人: ', ''),
    query: query.join('\n'),
    body: bodyText(requestBody?.content),
    answer: bodyText(done?.content),
    status,
  };
}

const bodyText = (content: Record<string, { schema: Schema }> | undefined): string =>
  Object.values(content ?? {})
    .slice(0, 1)
    .map(({ schema }) => typeText(schema))
    .join('');

function typeText(schema: Schema, depth = 0): string {
  const { enum: values, const: only, anyOf, type, properties, items, required = [] } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(anyOf)) return anyOf.map((part) => typeText(part as Schema, depth)).join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') return `${typeText((items ?? {}) as Schema, depth)}[]`;
  if (type !== 'object') return typeof type === 'string' ? type : 'any';
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries((properties ?? {}) as Record<string, Schema>).map(
    ([name, part]) =>
      `${indent}${name}${(required as string[]).includes(name) ? '' : '?'}: ${typeText(part, depth + 1)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

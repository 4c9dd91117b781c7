import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Answer } from './http.ts';

type Schema = Record<string, unknown>;

interface Operation {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

export interface Contract {
  paths: Record<string, Record<string, Operation>>;
}

export interface PublishedCall {
  method: string;
  path: string;
  operation: Operation;
}

export const callsOf = ({ paths }: Contract): PublishedCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({
      method: name.toUpperCase(),
      path,
      operation,
    })),
  );

export const bodyOf = ({ operation }: PublishedCall): Schema | undefined =>
  operation.requestBody?.content['application/json']?.schema;

/** Checks responses against the document. */
export function makeJudge(contract: Contract) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema(contract, 'contract');
  const pointer = (...parts: string[]): string =>
    parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

  /** @returns what is wrong with a response */
  return ({ method, path, operation }: PublishedCall, answer: Answer): string[] => {
    const status = String(answer.status);
    if (!(status in operation.responses)) return [`${status} is not in the contract`];
    if (answer.status === 204) return answer.text === '' ? [] : ['a 204 with a body'];
    const at =
      answer.status >= 400
        ? pointer('components', 'schemas', 'Error')
        : pointer('paths', path, method.toLowerCase(), 'responses', status) +
          '/content/application~1json/schema';
    const validate = ajv.getSchema(`contract#/${at}`);
    if (!validate) return [`no schema for ${status}`];
    if (validate(JSON.parse(answer.text))) return [];
    return [`${answer.text.slice(0, 300)}: ${ajv.errorsText(validate.errors)}`];
  };
}

const odd = fc.constantFrom(
  '',
  ' ',
  '\0',
  '２０２６',
  '202613',
  '2026-02-30',
  '9999-12-31',
  'x'.repeat(5000),
  'か\u3099',
  '<script>',
  '../..',
  '\ud800',
  'a@b.jp',
  '1040061',
);
const text = fc.oneof(odd, fc.string({ unit: 'grapheme' }), fc.string());

/** Values for a schema: valid, nearly valid and invalid. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: values, const: only, anyOf, properties, items, required = [] } = schema;
  const right = (): fc.Arbitrary<unknown> => {
    if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
    if (only !== undefined) return fc.constant(only);
    if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as Schema[]).map(valuesOf));
    if (Array.isArray(type))
      return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one as string })));
    if (type === 'array') return fc.array(valuesOf((items ?? {}) as Schema), { maxLength: 4 });
    if (type === 'object')
      return objectsOf((properties ?? {}) as Record<string, Schema>, required as string[]);
    if (type === 'string') return text;
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer' || type === 'number') return fc.oneof(fc.integer(), fc.double());
    return type === 'null' ? fc.constant(null) : fc.jsonValue();
  };
  return fc.oneof({ weight: 9, arbitrary: right() }, { weight: 1, arbitrary: fc.jsonValue() });
}

const objectsOf = (properties: Record<string, Schema>, required: string[]) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)])),
    { requiredKeys: required },
  );

/** URLs with random parameters. */
export const addressesOf = ({ path, operation }: PublishedCall): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(
        operation.parameters.map(({ name }) => [name, fc.option(text, { freq: 5 })]),
      ),
    )
    .map((given) => {
      const value = (name: string): string => encode(given[name] ?? '');
      const part = (name: string): string => inPath(given[name] ?? '');
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => part(name));
      const query = operation.parameters
        .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== null)
        .map(({ name }) => `${name}=${value(name)}`);
      return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
    });

/** Other characters are refused before any call (P24). */
const inPath = (value: string): string =>
  value
    .slice(0, 100)
    .replace(/[^\w.~-]/g, '')
    .replace(/\.*$/, '') || 'x';

const encode = (value: string): string => encodeURIComponent(value.toWellFormed().slice(0, 100));

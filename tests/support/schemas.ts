import { z } from 'zod';
import type { Endpoint } from '#server/endpoint.ts';

/** A field of an input: `caption of POST /api/v1/actions/items`. */
export interface SentField {
  name: string;
  of: string;
  schema: z.ZodType;
}

type Module = Record<string, unknown>;

const ENDPOINTS = import.meta.glob<Endpoint>(
  ['../../src/pages/api/**/*.ts', '!**/[[]...*', '!**/openapi.json.ts'],
  { import: 'ALL' },
);
const NOUNS = import.meta.glob<Module>(['../../src/features/**/*.ts', '!**/*.test.ts']);
export const ACTION_SOURCES = import.meta.glob<string>('../../src/actions/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Schemas of the API's bodies and queries. */
async function endpointSchemas(): Promise<[string, z.ZodType][]> {
  const found: [string, z.ZodType][] = [];
  for (const [file, load] of Object.entries(ENDPOINTS)) {
    for (const [method, { body, query }] of Object.entries((await load()).published)) {
      const of = `${method} ${file.replace(/^.*\/pages|\.ts$/g, '')}`;
      for (const schema of [body, query]) if (schema) found.push([of, schema]);
    }
  }
  return found;
}

/** Schemas that the form actions import. */
async function actionSchemas(): Promise<[string, z.ZodType][]> {
  const found: [string, z.ZodType][] = [];
  for (const [file, source] of Object.entries(ACTION_SOURCES)) {
    for (const [, names = '', noun = ''] of source.matchAll(
      /import \{([^}]*)\} from '#(features\/[^']*)'/g,
    )) {
      const exported = (await NOUNS[`../../src/${noun}`]?.()) ?? {};
      for (const name of names.split(',').map((text) => text.trim())) {
        const value = exported[name];
        if (value instanceof z.ZodType)
          found.push([`${name} of ${file.replace(/^.*\//, '')}`, value]);
      }
    }
  }
  return found;
}

/** The fields of an object, also nested. */
function fieldsOf(of: string, schema: z.ZodType, name = ''): SentField[] {
  if (!(schema instanceof z.ZodObject)) return [{ name, of, schema }];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
    fieldsOf(of, part, key),
  );
}

/** Every field that the API or a form takes. */
export async function sentFields(): Promise<SentField[]> {
  const schemas = [...(await endpointSchemas()), ...(await actionSchemas())];
  return schemas.flatMap(([of, schema]) => fieldsOf(of, schema));
}

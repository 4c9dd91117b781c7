import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Endpoint } from '#server/endpoint.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a call, a query or a form takes. */
export interface SentSchema {
  /** `POST /api/v1/actions/items`, or the action's name, such as `photos.restore`. */
  of: string;
  in: 'body' | 'query' | 'form';
  schema: z.ZodType;
}

/** A field of an input: `caption of POST /api/v1/actions/items`. */
export interface SentField {
  name: string;
  of: string;
  schema: z.ZodType;
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(ROOT, file)).href);

/** Schemas of the API's bodies and queries. */
async function callSchemas(): Promise<SentSchema[]> {
  const files = globSync('src/pages/api/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.includes('[...') && !file.endsWith('openapi.json.ts'),
  );
  const found: SentSchema[] = [];
  for (const file of files.toSorted()) {
    const { ALL } = (await load(file)) as { ALL: Endpoint };
    const route = file.replace(/^src\/pages|(?:\/index)?\.ts$/g, '');
    for (const [method, { body, query }] of Object.entries(ALL.published)) {
      if (body) found.push({ of: `${method} ${route}`, in: 'body', schema: body });
      if (query) found.push({ of: `${method} ${route}`, in: 'query', schema: query });
    }
  }
  return found;
}

type Actions = Record<string, Record<string, { input: z.ZodType }>>;

/** Where `defineAction` returns what it is given: Astro's module exists in its builds only. */
async function formSchemas(): Promise<SentSchema[]> {
  const { server } = (await load('src/actions/index.ts')) as { server: Actions };
  return Object.entries(server).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, { input }]): SentSchema => ({
      of: `${noun}.${verb}`,
      in: 'form',
      schema: input,
    })),
  );
}

/** Every schema that the API or a form takes. */
export const sentSchemas = async (): Promise<SentSchema[]> => [
  ...(await callSchemas()),
  ...(await formSchemas()),
];

/** The fields of an object, also nested. */
function fieldsOf(of: string, schema: z.ZodType, name = ''): SentField[] {
  if (!(schema instanceof z.ZodObject)) return [{ name, of, schema }];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
    fieldsOf(of, part, key),
  );
}

/** Every field that the API or a form takes; one that several share is named once. */
export async function sentFields(): Promise<SentField[]> {
  const fields = (await sentSchemas()).flatMap(({ of, schema }) => fieldsOf(of, schema));
  return [...new Map(fields.map((field) => [field.schema, field])).values()];
}

/** The places of an input that a text could be put into, each as a function that does so. */
export function slotsOf(schema: z.ZodType): { name: string; put: (text: string) => unknown }[] {
  const { innerType, element, shape, in: first } = schema.def as Parts;
  if (innerType) return slotsOf(innerType);
  if (first && first.def.type !== 'transform') return slotsOf(first);
  if (element)
    return slotsOf(element).map(({ name, put }) => ({
      name: `${name}[]`,
      put: (text) => [put(text)],
    }));
  if (!shape) return [{ name: '', put: (text) => text }];
  return Object.entries(shape).flatMap(([key, part]) =>
    slotsOf(part).map(({ name, put }) => ({
      name: name === '' || name === '[]' ? key + name : `${key}.${name}`,
      put: (text) => ({ [key]: put(text) }),
    })),
  );
}

/** Of zod's definitions, what leads on. */
interface Parts {
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  in?: z.ZodType;
}

import { z } from 'zod';
import type { Who } from './call.ts';
import type { Endpoint, HttpMethod, PublishedMethod } from './endpoint.ts';

type Schema = Record<string, unknown>;

export type PublishedRoutes = Record<string, Endpoint['published']>;

const VERSION = '1';
const JSON_TYPE = 'application/json';
/** Or whatever else it was announced as: its content decides. */
const PHOTO_TYPES = ['image/jpeg', 'image/png', 'application/octet-stream'];
const COOKIE = 'auth._token.local';

const WHO_NAMES: Record<Who, string> = {
  anyone: 'だれでも',
  signedIn: 'ログインした人',
  staff: '職員',
  admin: '管理者',
  adminOfAnyHost: '管理者（利用開始前も）',
  family: 'ご家族のリンク',
};

const ERRORS: Record<number, string> = {
  400: '形が正しくない',
  401: 'ログインしていない、または期限切れ',
  403: '権限がない、または別サイトからの要求',
  404: '見つからない（よその施設のものも同じ）',
  408: '送信が途中で止まった',
  409: '今の状態と合わない',
  410: '一度だけ使えるリンクが使用済みか期限切れ、または施設が終わった',
  413: '大きすぎる',
  415: '受け付けない形式',
  422: '入力の誤り（errors に項目ごとの説明）',
  429: '回数の上限（Retry-After 秒）',
  500: 'システムエラー',
  503: '混雑（Retry-After 秒）',
  507: '空き容量の不足。何も保存していない',
};

/** The contract as OpenAPI 3.1, from the schemas that the handlers validate with. */
export function openApiOf(routes: PublishedRoutes, serverUrl: string) {
  const paths = Object.entries(routes)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([route, methods]) => [pathOf(route), operationsOf(route, methods)] as const);
  return {
    openapi: '3.1.0',
    info: { title: 'つきだより API', version: VERSION },
    servers: [{ url: serverUrl }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: COOKIE },
      },
      schemas: { Error: ERROR_SCHEMA },
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [status, errorResponse(description)]),
      ),
    },
  };
}

const ERROR_SCHEMA: Schema = {
  type: 'object',
  properties: {
    msg: { type: 'string' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    /** With 403: what has to be done first. */
    enrol: { const: true },
    confirm: { const: true },
  },
  required: ['msg'],
  additionalProperties: false,
};

const errorResponse = (description: string) => ({
  description,
  content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
});

/** `/items/[id]` → `/items/{id}` */
const pathOf = (route: string): string => route.replaceAll(/\[(\w+)\]/g, '{$1}');

const operationsOf = (route: string, methods: PublishedRoutes[string]) =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name.toLowerCase(),
      operationOf(route, name as HttpMethod, method),
    ]),
  );

function operationOf(route: string, name: HttpMethod, method: PublishedMethod) {
  const body = bodyOf(name, method);
  return {
    summary: method.summary,
    description: `使える人: ${WHO_NAMES[method.who]}`,
    tags: [tagOf(route)],
    'x-who': method.who,
    security: securityOf(method.who),
    parameters: parametersOf(route, method),
    ...(body && { requestBody: { required: !method.isBodyOptional, content: body } }),
    responses: responsesOf(method),
  };
}

/** `/api/v1/actions/staffs/[id]` → `staffs` */
const tagOf = (route: string): string =>
  route
    .replace(/^\/api\/(?:v1\/(?:actions|views\/admin_staffs|views)\/|v1\/|externals\/|auth\/)?/, '')
    .split('/', 1)[0] ?? '';

const securityOf = (who: Who): Schema[] =>
  who === 'anyone' || who === 'family' ? [] : [{ bearer: [] }, { cookie: [] }];

function bodyOf(name: HttpMethod, { body }: PublishedMethod) {
  if (body) return { [JSON_TYPE]: { schema: schemaOf(body, 'input') } };
  if (name !== 'PUT') return null; // PUT without a schema takes a photo
  const bytes = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries(PHOTO_TYPES.map((type) => [type, bytes]));
}

function parametersOf(route: string, { query, who }: PublishedMethod) {
  const inPath = [...route.matchAll(/\[(\w+)\]/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const tokens = who === 'family' ? ['resident_token', 'family_token'] : [];
  const given: { properties?: Schema; required?: string[] } = query ? schemaOf(query, 'input') : {};
  const asked: [string, unknown][] = [
    ...tokens.map((name): [string, Schema] => [name, { type: 'string' }]),
    ...Object.entries(given.properties ?? {}),
  ];
  const required = [...tokens, ...(given.required ?? [])];
  const inQuery = asked.map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const NOTHING = { description: '成功（本文なし）' };

function responsesOf({ output, accepted, status, maySayNothing }: PublishedMethod): Schema {
  const done = output ? answerOf('成功', output) : NOTHING;
  const answers: Schema = { [status]: done };
  if (maySayNothing) answers[204] = NOTHING;
  if (accepted) answers[202] = answerOf('確認がもうひとつ要る', accepted);
  for (const code of Object.keys(ERRORS))
    answers[code] = { $ref: `#/components/responses/${code}` };
  return answers;
}

const answerOf = (description: string, schema: z.ZodType) => ({
  description,
  content: { [JSON_TYPE]: { schema: schemaOf(schema, 'output') } },
});

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const made: Schema = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  // The document declares its dialect once.
  delete made['$schema'];
  return made;
}

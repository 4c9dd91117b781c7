import type { APIContext } from 'astro';
import { AppError, notFound } from '#lib/errors.ts';
import { isOperatorPath } from '#domains/operator/operator.ts';
import type { Guarded } from '#actions/form-action.ts';

const ENDPOINT = '/_actions/';
/** Taken on the operator's pages only, which a proxy may close. */
const OPERATORS = 'operator.';
/** Our largest form has some twenty fields; parsing 100,000 would take 0.2 s. */
const MAX_FIELDS = 1000;
const FORMS = [
  { name: 'application/x-www-form-urlencoded', mark: '&', mayBreak: false },
  { name: 'multipart/form-data', mark: 'form-data; name=', mayBreak: true },
];

/** Astro would fail on an unreadable form while rendering. @throws AppError 400, 404, 415 */
export async function requireForm({ url, request }: APIContext): Promise<void> {
  const isEndpoint = url.pathname.startsWith(ENDPOINT);
  const name = actionNameOf(url);
  if (name === null) return;
  if (name.startsWith(OPERATORS) && !isOperatorPath(url.pathname)) throw notFound();
  if (!(await findAction(name)) || (isEndpoint && request.method !== 'POST')) throw notFound();
  if (request.method === 'POST') await requireReadable(request);
}

/** The action that a request names, whether there is one or not. */
export const actionNameOf = ({ pathname, searchParams }: URL): string | null =>
  pathname.startsWith(ENDPOINT) ? pathname.slice(ENDPOINT.length) : searchParams.get('_action');

async function findAction(name: string): Promise<Guarded | undefined> {
  const [noun = '', verb = '', ...rest] = name.split('.');
  const { server } = await import('#actions/index.ts');
  if (rest.length > 0 || !Object.hasOwn(server, noun)) return undefined;
  const group = server[noun as keyof typeof server];
  return Object.hasOwn(group, verb) ? (group as Record<string, Guarded>)[verb] : undefined;
}

/** Who may send the form that a request names, and what that asks. */
export const formOf = async ({ url }: APIContext): Promise<Guarded | undefined> =>
  findAction(actionNameOf(url) ?? '');

/** A copy of what a form sent. @throws AppError 400, 415 */
export async function readFields(request: Request): Promise<FormData> {
  await requireReadable(request);
  return request.clone().formData();
}

async function requireReadable(request: Request): Promise<void> {
  const type = request.headers.get('content-type') ?? '';
  const form = FORMS.find(({ name }) => name === type.split(';', 1)[0]?.trim().toLowerCase());
  if (!form) throw new AppError(415, 'ページのフォームから送ってください。');
  try {
    const body = Buffer.from(await request.clone().arrayBuffer());
    if (countOf(form.mark, body) > MAX_FIELDS) throw new Error('too many fields');
    if (form.mayBreak) await new Response(body, { headers: { 'Content-Type': type } }).formData();
  } catch (error) {
    throw new AppError(400, '送られた内容を読み取れませんでした。', { cause: error });
  }
}

function countOf(text: string, body: Buffer): number {
  let count = 0;
  for (
    let at = body.indexOf(text);
    at !== -1 && count <= MAX_FIELDS;
    at = body.indexOf(text, at + 1)
  )
    count++;
  return count;
}

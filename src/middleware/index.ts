import { defineMiddleware } from 'astro:middleware';
import { AppError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import { errorResponse } from '#server/endpoint.ts';
import { currentRequest } from '#server/request-context.ts';
import { runtime } from '#server/runtime.ts';
import { runGuard } from './guards.ts';
import { requireActionName } from './action-name.ts';
import { routeEntry } from './routes.ts';
import { findActor } from './session.ts';

/** The order of the chain: session, guards, page, headers; errors around all of it. */
export const onRequest = defineMiddleware(async (context, next) => {
  const request = currentRequest();
  if (request) request.route = context.routePattern;
  const path = context.url.pathname;
  // A rewrite to an error page comes by a second time.
  if (context.locals.errorStatus !== undefined) return next();
  const isApi = path.startsWith('/api/');
  const isLetters = path.startsWith('/letters');
  try {
    requireActionName(context.url);
    context.locals.actor = isLetters ? null : await findActor(context);
    if (!isApi) {
      const target = await whereTo(context, path);
      if (target !== null) return context.redirect(target, 302);
    }
    const response = await next();
    if (!isApi) setPageHeaders(response.headers, isLetters || isPublicForm(context));
    if (isLetters) forbidIndexing(response.headers);
    return response;
  } catch (error) {
    return isApi ? errorResponse(error) : errorPage(context, error, isLetters);
  }
});

type Context = Parameters<typeof onRequest>[0];

/** @returns the path a guard sends this visitor to, or null to pass. */
async function whereTo(context: Context, path: string): Promise<string | null> {
  const { SITE_MODE } = (await runtime()).env;
  const guards = SITE_MODE === 'closed' ? ['onlyRoot'] : routeEntry(path).guards;
  for (const guard of guards) {
    const target = await runGuard(guard, context);
    if (target !== null && target !== path) return target;
  }
  return null;
}

/**
 * A form that came back with what to mend: whoever goes on and then back would meet the
 * browser's own error page in its place if nothing had kept it.
 */
const isPublicForm = ({ request, locals }: Context): boolean =>
  request.method === 'POST' && !locals.actor;

function setPageHeaders(headers: Headers, mayBeKept: boolean): void {
  if (headers.has('Cache-Control')) return;
  headers.set('Cache-Control', mayBeKept ? 'private, no-cache' : 'no-store');
}

const forbidIndexing = (headers: Headers): void =>
  headers.set('X-Robots-Tag', 'noindex, noimageindex');

/** 404 and 401 show the not-found page, anything else the system-error page (spec 8). */
async function errorPage(context: Context, error: unknown, isLetters: boolean): Promise<Response> {
  const status = error instanceof AppError ? error.status : 500;
  const hidden = status === 404 || status === 401;
  if (!(error instanceof AppError)) {
    currentRequest()?.log.error({ err: error }, 'unexpected error in a page');
  }
  context.locals.errorStatus = hidden ? 404 : status;
  const response = await context.rewrite(hidden ? paths.notFound : '/500');
  setPageHeaders(response.headers, isLetters);
  if (isLetters) forbidIndexing(response.headers);
  if (error instanceof AppError && error.retryAfter !== undefined) {
    response.headers.set('Retry-After', String(error.retryAfter));
  }
  return response;
}

import { setImmediate } from 'node:timers/promises';
import type { APIContext as Context, MiddlewareNext } from 'astro';
import { defineMiddleware } from 'astro:middleware';
import '#domains/wiring.ts';
import { paths } from '#lib/paths.ts';
import { withPhrasesInTurns } from '#lib/phrases.ts';
import { readWaitingCount } from '#domains/letter/answer/staff-answers.ts';
import { FURIGANA_COOKIE } from '#domains/account/session/session.ts';
import { readMissedMonth } from '#domains/delivery/outlook.ts';
import { isOperatorPath } from '#domains/operator/operator.ts';
import { operatorOf } from '#domains/operator/operator-cookie.ts';
import { Flag, readCookie } from '#server/cookies.ts';
import { errorResponse } from '#server/endpoint.ts';
import { currentRequest } from '#server/request-context.ts';
import { runtime } from '#server/runtime.ts';
import { siteOf } from '#server/site.ts';
import { confirmFirst, prepareAct } from './confirm-first.ts';
import { runGuard } from './route-guards.ts';
import { errorPage } from './error-page.ts';
import { requireForm } from './posted-form.ts';
import { routeEntry } from './routes.ts';
import { requireIds } from './route-params.ts';
import { findActor } from './find-actor.ts';

/** Session, guards, page, headers; errors around all of it. */
export const onRequest = defineMiddleware(async (context, next) => {
  // A rewrite to an error page, or to the one that asks for a confirmation, runs this again.
  if (context.locals.errorStatus !== undefined || context.locals.confirming) return next();
  context.locals.site = siteOf(await runtime());
  context.locals.furigana =
    STAFF_PAGES.test(context.url.pathname) && readCookie(context, FURIGANA_COOKIE, Flag) !== null;
  const response = await finish(context, await respond(context, next));
  // Photos are cached for a year; what is kept in storage is still to be sent (safety.md).
  if (context.locals.hasSignedOut) response.headers.set('Clear-Site-Data', '"cache"');
  return response;
});

/** They know no session. */
const FAMILY_PAGES = /^\/(?:letters|families\/)/;

const STAFF_PAGES = /^\/(?:adminstaff|staffs)(?:\/|$)/;

/** Longer is only what is printed for many families, and paper has no readings (domain.md). */
const MOST_READ = 1024 * 1024;

/** What every text of a page gets, at one place. */
async function finish({ locals }: Context, response: Response): Promise<Response> {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (!isPage) return response;
  const html = await withPhrasesInTurns(await response.text(), () => setImmediate());
  if (!locals.furigana || html.length > MOST_READ) return new Response(html, response);
  // Most servers show no page with readings: the parser is loaded with the first.
  const { withReadings } = await import('#lib/furigana/markup.ts');
  return new Response(withReadings(html), response);
}

async function respond(context: Context, next: MiddlewareNext): Promise<Response> {
  const request = currentRequest();
  if (request) request.route = context.routePattern;
  const path = context.url.pathname;
  const isApi = path.startsWith('/api/');
  const isLetters = FAMILY_PAGES.test(path);
  const isOperators = isOperatorPath(path);
  try {
    const actor = isLetters || isOperators ? null : await findActor(context);
    context.locals.actor = actor;
    if (request && actor) request.way = actor.way;
    if (actor) {
      context.locals.newAnswers = async () => readWaitingCount(await runtime(), actor);
      context.locals.missedMonth = async () => readMissedMonth(await runtime(), actor.host);
    }
    if (isOperators) context.locals.operator = await operatorOf(await runtime(), context);
    if (request && context.locals.operator) request.way = context.locals.operator.way;
    await prepareAct(context);
    if (isApi) return await next();
    const target = await whereTo(context, path);
    if (target !== null) return withPageHeaders(context.redirect(target, 302), isLetters, false);
    requireIds(context.params);
    await requireForm(context);
    const asking = await confirmFirst(context);
    if (asking) return withPageHeaders(asking, isLetters, false);
    // Asked for directly, the error page is a 404.
    const response = await (path === '/500' ? context.rewrite(paths.notFound) : next());
    return withPageHeaders(response, isLetters, isLetters || isPublicForm(context));
  } catch (error) {
    context.locals.newAnswers = context.locals.missedMonth = undefined;
    if (isApi) return errorResponse(error);
    return withPageHeaders(await errorPage(context, error, isLetters), isLetters, isLetters);
  }
}

async function whereTo(context: Context, path: string): Promise<string | null> {
  const { SITE_MODE } = (await runtime()).env;
  const guards = SITE_MODE === 'closed' ? ['onlyRoot'] : routeEntry(path).guards;
  for (const guard of guards) {
    const target = await runGuard(guard, context);
    if (target !== null && target !== path) return target;
  }
  return null;
}

/** Without a cached copy, going back after validation errors shows the browser's error page. */
const isPublicForm = ({ request, locals }: Context): boolean =>
  request.method === 'POST' && !locals.actor && !locals.operator;

/** Redirects depend on who is signed in; a cached one would loop after signing out. */
function withPageHeaders(response: Response, isLetters: boolean, mayBeKept: boolean): Response {
  const { headers } = response;
  if (!headers.has('Cache-Control')) {
    const isPage = !headers.has('Location');
    headers.set('Cache-Control', isPage && mayBeKept ? 'private, no-cache' : 'no-store');
  }
  if (isLetters) headers.set('X-Robots-Tag', 'noindex, noimageindex');
  return response;
}

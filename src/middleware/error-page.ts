import type { APIContext } from 'astro';
import type { ErrorFacts } from '#lib/error-words.ts';
import { errorWords, audienceOf } from '#lib/error-words.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import { paths } from '#lib/paths.ts';
import { PLAIN_PAGE_HEADERS, plainPage } from '#server/http/plain-page.ts';
import type { Way } from '#lib/way-back.ts';
import { letterAbove, wayFrom } from '#lib/way-back.ts';
import { EndedLink } from '#domains/letter/link.ts';
import { currentRequest } from '#server/request-context.ts';
import { MalformedAddress } from './route-params.ts';

/** The page for an error (domain.md#pages); a static one if rendering that fails too. */
export async function errorPage(
  context: APIContext,
  thrown: unknown,
  isFamily: boolean,
): Promise<Response> {
  const error = asAppError(thrown);
  const facts = factsOf(error, context, isFamily);
  const { status: errorStatus, retryAfter, isUnmatched, isAnswer, endedWords } = facts;
  const typed = errorStatus === 401 ? await wordsIn(context.request) : '';
  const wayBack = letterAbove(context.url.pathname, context.url.searchParams);
  if (!(error instanceof AppError)) note(error, 'unexpected error in a page');
  const shown = { endedWords, errorStatus, retryAfter, isUnmatched, isAnswer, typed, wayBack };
  Object.assign(context.locals, shown);
  const page = await madeByAstro(context, facts.status).catch((again: unknown) => {
    note(again, 'no error page');
    return makePlain(facts, wayFrom(context.url.pathname, context.url.searchParams));
  });
  if (facts.retryAfter !== undefined) page.headers.set('Retry-After', String(facts.retryAfter));
  return page;
}

function factsOf(
  error: unknown,
  { request, url, locals }: APIContext,
  isFamily: boolean,
): ErrorFacts {
  const audience = isFamily ? 'family' : audienceOf(url.pathname);
  const isAnswer = isFamily && request.method === 'POST';
  if (!(error instanceof AppError)) return { status: 500, audience, isAnswer };
  const status = error.status === 401 && !isAnswer ? 404 : error.status;
  const isUnmatched = error instanceof MalformedAddress;
  const isLinkGood = locals.link !== undefined;
  const endedWords = error instanceof EndedLink ? error.message : undefined;
  const { retryAfter } = error;
  return { status, audience, isAnswer, isLinkGood, isUnmatched, retryAfter, endedWords };
}

/** What a family has written, which goes nowhere: it may copy it. */
async function wordsIn(request: Request): Promise<string> {
  const form = request.bodyUsed ? null : await request.formData().catch(() => null);
  return [form?.get('body'), form?.get('note')].filter((it) => typeof it === 'string').join('\n');
}

/** From a new request, since the body can be read only once. Astro gives /500 that status. */
async function madeByAstro(context: APIContext, status: number): Promise<Response> {
  const address = new URL(status === 404 || status === 401 ? paths.notFound : '/500', context.url);
  // It has no body: an island of the page would look for the form that the type promises.
  const headersOfPage = new Headers(context.request.headers);
  headersOfPage.delete('Content-Type');
  const asked = new Request(address, { headers: headersOfPage });
  const { headers, body } = await context.rewrite(asked);
  return new Response(await new Response(body).text(), { status, headers });
}

const makePlain = (facts: ErrorFacts, way: Way | null): Response =>
  new Response(plainPage(errorWords(facts), currentRequest()?.id ?? '', way), {
    status: facts.status,
    headers: PLAIN_PAGE_HEADERS,
  });

const note = (error: unknown, what: string): void => currentRequest()?.tell(error, what);

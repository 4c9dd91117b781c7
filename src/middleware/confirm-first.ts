import type { APIContext } from 'astro';
import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import type { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import { CONFIRMATION_FIELD, readConfirmation } from '#domains/account/confirm/confirmation.ts';
import type { Proven } from '#domains/account/confirm/fresh.ts';
import { canConfirm, isFresh, isSensitive, requireFresh } from '#domains/account/confirm/fresh.ts';
import { clientOf } from '#domains/account/session/client-of.ts';
import { confirmOperator } from '#domains/operator/confirm-operator.ts';
import { AppError } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Guarded } from '#actions/form-action.ts';
import type { Act } from '#server/call.ts';
import { runtime } from '#server/runtime.ts';
import { ASKING_PAGES } from './asking-pages.ts';
import { actionNameOf, formOf, readFields } from './posted-form.ts';

/** What the page shows that asks for the confirmation (components/sign-in/ConfirmSignIn.astro). */
export interface Confirming {
  deed: string;
  /** Where it is sent, and goes on. */
  address: string;
  /** To leave it. */
  back: string;
  /** What was typed or chosen before, and goes along. */
  kept: (readonly [name: string, value: string])[];
  /** Confirmed: only the file is still to be fetched. */
  isDone: boolean;
  refusal: string | undefined;
  errors: Record<string, string[] | undefined>;
}

/** Lets calls and forms ask, once their guard has let the person through, however long ago that was. */
export async function prepareAct(context: APIContext): Promise<void> {
  const { clock } = await runtime();
  context.locals.confirmFirst = (act) => confirmFirst(context, act);
  context.locals.requireFresh = (act, sent) => {
    const person = personOf(context);
    if (person) requireFresh(act, person, sent, clock);
  };
}

const personOf = ({ locals }: Pick<APIContext, 'locals'>): Proven | null =>
  locals.actor ?? locals.operator ?? null;

/**
 * Before a page or a form of someone whose sign-in has grown old: asks for a confirmation, and then
 * goes on with what was typed.
 * @returns the page that asks; null to go on
 */
export async function confirmFirst(
  context: APIContext,
  ofPage = askingPage(context),
): Promise<Response | null> {
  const person = personOf(context);
  if (!person || !canConfirm(person) || isFresh(person, (await runtime()).clock)) return null;
  const isPost = context.request.method === 'POST';
  const form = isPost ? await formOf(context) : undefined;
  const page = ofPage && asksForPage(context, ofPage, person) ? ofPage : undefined;
  if (form?.act.asks !== 'confirmation' && !page) return null;
  const sent = isPost ? await readFields(context.request) : new FormData();
  const isForm = form !== undefined && (await asksForForm(context, form, person, sent));
  const deed = isForm ? form.act.deed : page?.deed;
  if (deed === undefined) return null;
  const { pathname, search } = context.url;
  const confirming: Confirming = {
    ...{ deed, address: `${pathname}${search}`, isDone: false },
    back: isForm ? pathname : pathname.slice(0, pathname.lastIndexOf('/')),
    kept: [...sent].flatMap(([name, value]) => (isKept(name, value) ? [[name, value]] : [])),
    ...{ refusal: undefined, errors: {} },
  };
  try {
    const given = readConfirmation(sent);
    if (!given) return await askPage(context, confirming, 403);
    await confirm(context, given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, errors = {}, message } = error;
    const refusal = Object.keys(errors).length > 0 ? undefined : message;
    return askPage(context, { ...confirming, errors, refusal }, status);
  }
  if (actionNameOf(context.url) !== null) return null;
  if (!isFile(pathname)) return context.redirect(confirming.address, 303);
  const done = await askPage(context, { ...confirming, isDone: true }, 200);
  // The file comes by itself, and the page stays.
  done.headers.set('Refresh', `1; url=${confirming.address}`);
  return done;
}

/** What was typed, but no password: that is typed again. */
const isKept = (name: string, value: unknown): value is string =>
  typeof value === 'string' && !name.startsWith(CONFIRMATION_FIELD) && !/password/i.test(name);

const isFile = (path: string): boolean => /\.(?:zip|csv)$/.test(path);

/** Who may not do it is told so by the form itself. */
async function asksForForm(
  context: APIContext,
  { act, guard }: Guarded,
  { sessionId }: Proven,
  sent: FormData,
): Promise<boolean> {
  const input = Object.fromEntries(sent);
  const id = typeof input['id'] === 'string' ? input['id'] : '';
  if (act.asks !== 'confirmation' || !isSensitive(act, { input, id, sessionId })) return false;
  try {
    await guard(context);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/** Archives have no route in Astro. */
function askingPage({ routePattern, url }: APIContext): Act | undefined {
  const archive = url.pathname.replace(
    /^(\/adminstaff\/residents\/)[^/]+(?=\/letters\.zip$)/,
    '$1[id]',
  );
  const route = archive.endsWith('.zip') ? archive : routePattern;
  return Object.hasOwn(ASKING_PAGES, route) ? ASKING_PAGES[route] : undefined;
}

function asksForPage({ url }: APIContext, act: Act, { sessionId }: Proven): boolean {
  const input = Object.fromEntries(url.searchParams);
  return act.asks === 'confirmation' && isSensitive(act, { input, id: '', sessionId });
}

async function confirm(context: APIContext, given: ConfirmationInput): Promise<void> {
  const rt = await runtime();
  const { actor, operator } = context.locals;
  const client = clientOf(context);
  if (actor) context.locals.actor = await confirmSignIn(rt, actor, given, client);
  if (operator) context.locals.operator = await confirmOperator(rt, operator, given, client);
}

/** From a new request, since the body was read. */
async function askPage(
  context: APIContext,
  confirming: Confirming,
  status: number,
): Promise<Response> {
  context.locals.confirming = confirming;
  const path = context.locals.operator ? paths.operatorConfirm : paths.confirm;
  const asked = new Request(new URL(path, context.url), { headers: context.request.headers });
  const { headers, body } = await context.rewrite(asked);
  return new Response(await new Response(body).text(), { status, headers });
}

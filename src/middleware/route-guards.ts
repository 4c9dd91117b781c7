import type { APIContext } from 'astro';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { mayContinue } from '#domains/facility/host.ts';
import { readAdminMonth } from '#domains/letter/desk/admin-letter.ts';
import { isOpenYearMonth } from '#domains/letter/letter.ts';
import { isOpenYear } from '#domains/paper/year/year.ts';
import { refuseEnded, requireLink } from '#domains/letter/link.ts';
import { areOperatorPagesOpen } from '#domains/operator/operator-account.ts';
import { noteAdminsOnly } from '#domains/account/session/session-cookies.ts';
import { mustEnrolHere } from '#domains/account/session/guards.ts';
import { isAdminStaff, isStaff } from '#domains/account/session/session.ts';
import { runtime } from '#server/runtime.ts';
import { MalformedAddress } from './route-params.ts';
import { rememberPath, takeRememberedPath } from './remembered-path.ts';
import type { GuardName } from './routes.ts';

/** @returns null to pass, a path to redirect to; or throws an AppError */
type Guard = (context: APIContext) => string | null | Promise<string | null>;

/** An unknown name is a 500 (domain.md#pages). */
const GUARDS: Record<GuardName, Guard> = {
  none: () => null,
  token: (context) => (context.url.pathname.startsWith('/letters') ? letterToken(context) : null),
  month: (context) => ofLetters(context, 2, isOpenYearMonth),
  year: (context) => ofLetters(context, 3, isOpenYear),
  adminMonth: async ({ url }) => {
    const text = url.pathname.split('/')[3] ?? '';
    return readAdminMonth(text, civilDateOf((await runtime()).clock.now())) === undefined
      ? paths.notFound
      : null;
  },
  guest: (context) => {
    const { actor } = context.locals;
    return isStaff(actor) ? (takeRememberedPath(context, actor) ?? paths.items) : null;
  },
  staff: (context) => admin(context, isStaff),
  adminstaff: (context) => admin(context, isAdminStaff),
  exports: (context) => {
    const { actor } = context.locals;
    if (!isAdminStaff(actor)) return signIn(context);
    return mustEnrolHere(actor) ? paths.mySignIn : null;
  },
  inactiveHost: async (context) => {
    const { actor } = context.locals;
    if (!isStaff(actor)) return signIn(context);
    if (!actor.host.isActive) return null;
    if (actor.mustEnrol) return paths.mySignIn;
    // In the last days an admin may already ask to continue.
    const now = (await runtime()).clock.now();
    return actor.isAdmin && mayContinue(actor.host.trialEndsAt, now) ? null : paths.items;
  },
  operator: async ({ locals }) => {
    if (!(await areOperatorPagesOpen(await runtime()))) throw new MalformedAddress();
    if (!locals.operator) return paths.operatorLogin;
    return locals.operator.mustEnrol ? paths.operatorSignIn : null;
  },
  operatorGuest: async ({ locals }) => {
    if (!(await areOperatorPagesOpen(await runtime()))) throw new MalformedAddress();
    return locals.operator ? paths.operator : null;
  },
  operatorLink: async () => {
    if ((await runtime()).env.OPERATOR_PAGES === 'off') throw new MalformedAddress();
    return null;
  },
  private: () => paths.notFound,
  close: onlyRoot,
  onlyRoot,
};

export async function runGuard(name: string, context: APIContext): Promise<string | null> {
  if (!Object.hasOwn(GUARDS, name)) throw new Error(`unknown guard ${name}`);
  return GUARDS[name as GuardName](context);
}

function onlyRoot({ url }: APIContext): string | null {
  return url.pathname === paths.home ? null : paths.home;
}

function admin(
  context: APIContext,
  allowed: (actor: App.Locals['actor']) => boolean,
): string | null {
  const { actor } = context.locals;
  if (!allowed(actor)) return signIn(context);
  if (!actor?.host.isActive) return paths.price;
  return actor.mustEnrol ? paths.mySignIn : null;
}

function signIn(context: APIContext): string {
  if (context.locals.actor) noteAdminsOnly(context);
  else rememberPath(context);
  return paths.login;
}

/** @param at which part of the path names the month or year */
async function ofLetters(
  { url }: APIContext,
  at: number,
  isOpen: (text: string, today: CivilDate) => boolean,
): Promise<string | null> {
  const rt = await runtime();
  if (isOpen(url.pathname.split('/')[at] ?? '', civilDateOf(rt.clock.now()))) return null;
  await refuseEnded(rt, url.searchParams);
  return paths.notFound;
}

async function letterToken({ url, locals }: APIContext): Promise<null> {
  if (locals.letterPage) return null; // read by a verified link
  locals.link = await requireLink(await runtime(), url.searchParams);
  return null;
}

import type { AstroGlobal } from 'astro';
import { paths } from '#lib/paths.ts';
import type { LayoutName } from '../middleware/routes.ts';
import { routeEntry } from '../middleware/routes.ts';

type Where = Pick<AstroGlobal, 'url' | 'routePattern' | 'originPathname' | 'locals'>;

const ERROR_PAGES = ['/404', '/500'];

/** The table's layout for a path (domain.md#pages); an error page has the one of its own rule. */
export const layoutOf = (where: Where): LayoutName =>
  ERROR_PAGES.includes(where.routePattern)
    ? errorLayoutOf(where)
    : routeEntry(where.url.pathname).layout;

/**
 * Staff keep their menu on an error page of an admin address; every other has the default layout.
 */
export const errorLayoutOf = ({
  originPathname: path,
  locals,
}: Pick<Where, 'originPathname' | 'locals'>): 'admin' | 'default' =>
  /^\/adminstaff(?:\/|$)/.test(path) && locals.actor?.host.isActive ? 'admin' : 'default';

/**
 * A page names its layout itself, so that it carries no other's style and scripts; the table has
 * the last word.
 * @throws Error in development; in production tests/access/layouts.test.ts looks.
 */
export function requireLayout(where: Where, named: LayoutName): LayoutName {
  const listed = layoutOf(where);
  if (import.meta.env.DEV && listed !== named) {
    throw new Error(`the layout of ${where.url.pathname} is ${listed}, not ${named}`);
  }
  return named;
}

/** Where the logo leads (domain.md#pages); on an error page, from where it happened. */
export function logoTarget({ originPathname: path, locals }: Where): string {
  if (path.startsWith('/letters')) return locals.link ? paths.letters(locals.link) : paths.home;
  if (path.startsWith('/adminstaff')) return paths.items;
  const isLegal = [paths.terms, paths.privacy].some((legal) => path.startsWith(legal));
  return isLegal ? paths.home : paths.login;
}

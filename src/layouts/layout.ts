import type { AstroGlobal } from 'astro';
import { isOperatorPath } from '#domains/operator/operator.ts';
import { paths } from '#lib/paths.ts';
import type { LayoutName } from '#middleware/routes.ts';
import { routeEntry } from '#middleware/routes.ts';

type Where = Pick<AstroGlobal, 'url' | 'routePattern' | 'originPathname' | 'locals'>;

const ERROR_PAGES = ['/404', '/500'];

/** By path (domain.md#pages); error pages follow `errorLayoutOf`. */
export const layoutOf = (where: Where): LayoutName =>
  ERROR_PAGES.includes(where.routePattern)
    ? errorLayoutOf(where)
    : routeEntry(where.url.pathname).layout;

/** Admin paths keep the staff menu. */
export const errorLayoutOf = ({
  originPathname: path,
  locals,
}: Pick<Where, 'originPathname' | 'locals'>): 'admin' | 'default' =>
  /^\/adminstaff(?:\/|$)/.test(path) && locals.actor?.host.isActive ? 'admin' : 'default';

/**
 * Pages name their layout, to load only its styles and scripts.
 * @throws Error in development if the routes differ; tests/access/layouts.test.ts checks production
 */
export function requireLayout(where: Where, named: LayoutName): LayoutName {
  const listed = layoutOf(where);
  if (import.meta.env.DEV && listed !== named) {
    throw new Error(`the layout of ${where.url.pathname} is ${listed}, not ${named}`);
  }
  return named;
}

/** Where the logo links to (domain.md#pages); on an error page by the original path. */
export function logoTarget({ originPathname: path, locals, routePattern }: Where): string | null {
  // A family whose link opens nothing is not led to an advertisement.
  if (path.startsWith('/letters')) return locals.link ? paths.letters(locals.link) : null;
  if (path.startsWith('/families/')) return null;
  if (path.startsWith('/adminstaff')) return paths.items;
  // Not on the error pages that stand in for them while they are closed.
  if (isOperatorPath(routePattern)) return paths.operator;
  const isLegal = [paths.terms, paths.privacy].some((legal) => path.startsWith(legal));
  return isLegal ? paths.home : paths.login;
}

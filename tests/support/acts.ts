import { server } from '#actions/index.ts';
import { ASKING_PAGES } from '#middleware/asking-pages.ts';
import type { Act } from '#server/call.ts';
import type { Endpoint } from '#server/endpoint.ts';

type Table = Record<string, Act>;

const SOURCES = '../../src/pages';
const routeOf = (file: string): string => file.slice(SOURCES.length).replace(/(\/index)?\.ts$/, '');

const endpoints = import.meta.glob<Endpoint>(['../../src/pages/api/**/*.ts', '!**/[[]...*'], {
  import: 'ALL',
  eager: true,
});
/** By method and route. */
export const CALLS: Table = Object.fromEntries(
  Object.entries(endpoints).flatMap(([file, { published }]) =>
    Object.entries(published).map(([method, { act }]) => [`${method} ${routeOf(file)}`, act]),
  ),
);

/** By the action's name. */
export const FORMS: Table = Object.fromEntries(
  Object.entries(server).flatMap(([group, forms]) =>
    Object.entries(forms).map(([name, { act }]) => [`${group}.${name}`, act]),
  ),
);

const files = import.meta.glob<{ act: Act }>('../../src/pages/{adminstaff,operator}/**/*.*.ts', {
  import: 'ALL',
  eager: true,
});
/** By route: files, and pages that ask. */
export const PAGES: Table = {
  ...Object.fromEntries(Object.entries(files).map(([file, { act }]) => [routeOf(file), act])),
  ...ASKING_PAGES,
};

/** Events, also of several photos at once; none where an act says why. */
export const leavesOf = ({ leaves }: Act): string[] =>
  leaves.flatMap((one) => (typeof one === 'string' ? [one, `${one}_together`] : []));

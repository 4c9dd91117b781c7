import { notFound } from '#lib/errors.ts';

const ENDPOINT = '/_actions/';
/** Every action is one verb of one noun. */
const NAME = /^[^.]+\./;

/** Astro takes the name of a noun alone for a mistake of ours. @throws AppError 404 */
export function requireActionName({ pathname, searchParams }: URL): void {
  const name = pathname.startsWith(ENDPOINT)
    ? pathname.slice(ENDPOINT.length)
    : searchParams.get('_action');
  if (name !== null && !NAME.test(name)) throw notFound();
}

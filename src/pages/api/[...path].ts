import { notFound } from '#lib/errors.ts';
import { errorResponse } from '#server/endpoint.ts';

/** JSON for unknown API paths too. */
export const ALL = () => errorResponse(notFound());

import { notFound } from '#lib/errors.ts';
import { errorResponse } from '#server/endpoint.ts';

/** Unknown API paths answer JSON as well. */
export const ALL = () => errorResponse(notFound());

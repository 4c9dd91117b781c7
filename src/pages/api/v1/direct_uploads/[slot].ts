import { anyone } from '#features/session/guards.ts';
import { notFound } from '#lib/errors.ts';
import { endpoint, method } from '#server/endpoint.ts';

export const ALL = endpoint({
  PUT: method({
    summary: '写真を送る',
    guard: anyone,
    output: null,
    /** A slot's own address is answered before Astro (`upload.http.ts`); this is another. */
    run: () => Promise.reject(notFound()),
  }),
});

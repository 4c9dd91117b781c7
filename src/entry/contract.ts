import type { Endpoint } from '#server/endpoint.ts';
import type { PublishedRoutes } from '#server/openapi.ts';
import { openApiOf } from '#server/openapi.ts';
import { runtime } from '#server/runtime.ts';

const ENDPOINTS = import.meta.glob<Endpoint>(['../pages/api/**/*.ts', '!**/[[]...*'], {
  import: 'ALL',
});

const routeOf = (file: string): string => file.replace(/^\.\.\/pages|(\/index)?\.ts$/g, '');

let routes: Promise<PublishedRoutes> | undefined;

async function readRoutes(): Promise<PublishedRoutes> {
  const entries = Object.entries(ENDPOINTS).map(
    async ([file, load]) => [routeOf(file), (await load()).published] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** The server's complete HTTP contract (contract.md). */
export async function publishedContract() {
  const { env } = await runtime();
  return openApiOf(await (routes ??= readRoutes()), env.PUBLIC_URL);
}

import type { Endpoint } from './endpoint.ts';
import type { PublishedRoutes } from './openapi.ts';
import { openApiOf } from './openapi.ts';
import { runtime } from './runtime.ts';

/** Loaded when somebody asks, each from the very file that answers its path. */
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

/** The whole HTTP contract of this server (contract.md). */
export async function publishedContract() {
  const { env } = await runtime();
  return openApiOf(await (routes ??= readRoutes()), env.PUBLIC_URL);
}

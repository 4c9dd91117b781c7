import type { Endpoint } from '#server/endpoint.ts';
import type { PublishedRoutes } from '#server/openapi.ts';
import { openApiOf } from '#server/openapi.ts';
import { runtime } from '#server/runtime.ts';

const ENDPOINTS = import.meta.glob<Endpoint>(['../pages/api/**/*.ts', '!**/[[]...*'], {
  import: 'ALL',
});

const routeOf = (file: string): string => file.replace(/^\.\.\/pages|(\/index)?\.ts$/g, '');

async function readRoutes(): Promise<PublishedRoutes> {
  const entries = Object.entries(ENDPOINTS).map(
    async ([file, load]) => [routeOf(file), (await load()).published] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function makeContract() {
  const { env } = await runtime();
  return openApiOf(await readRoutes(), env.PUBLIC_URL);
}

let contract: ReturnType<typeof makeContract> | undefined;

/** The server's complete HTTP contract (contract.md), which takes 50 ms: once for each process. */
export const publishedContract = (): ReturnType<typeof makeContract> =>
  (contract ??= makeContract());

import type { APIContext } from 'astro';

/** What a page knows of a browser, with its cookies. */
export function browser(cookies: Record<string, string | undefined> = {}) {
  const kept = new Map(Object.entries(cookies));
  const jar = {
    get: (name: string) => (kept.get(name) === undefined ? undefined : { value: kept.get(name) }),
    set: (name: string, value: string) => void kept.set(name, value),
    delete: (name: string) => void kept.delete(name),
  } as unknown as APIContext['cookies'];
  return {
    kept,
    cookies: jar,
    url: new URL('http://127.0.0.1:4321'),
    request: new Request('http://127.0.0.1:4321'),
  };
}

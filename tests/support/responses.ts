export const page = (): Response =>
  new Response('<html>whole</html>', {
    headers: {
      'Content-Type': 'text/html',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  });

/** Half a page, then an error. */
export function broken(): Response {
  const parts = ['<html>', null];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(new TextEncoder().encode(part));
      else controller.error(new Error('database is locked'));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/html' } });
}

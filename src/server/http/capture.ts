import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Holds a response back until it is whole, then hands over its body; status and headers are
 * set on the response, which is then the caller's to send.
 */
export function holdBack(res: ServerResponse, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const { writeHead, write, end } = res;
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  res.writeHead = (status: number, headers?: unknown) => {
    res.statusCode = status;
    for (const [name, value] of Object.entries((headers ?? {}) as OutgoingHttpHeaders)) {
      if (value !== undefined) res.setHeader(name, value);
    }
    return res;
  };
  res.write = (chunk: unknown, ...rest: unknown[]) => {
    collect(chunk);
    // Whoever waits for it to be written, such as a renderer that failed, goes on.
    const written = rest.find((argument) => typeof argument === 'function');
    if (written) process.nextTick(written);
    return true;
  };
  res.end = (chunk?: unknown) => {
    collect(chunk);
    Object.assign(res, { writeHead, write, end });
    done(Buffer.concat(chunks));
    return res;
  };
}

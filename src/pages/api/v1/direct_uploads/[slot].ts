import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { receiveUpload } from '#features/photo/photo.service.ts';
import { anyone } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  /** Streams to disk; the signed slot in the address is the permission. */
  PUT: method({
    summary: '写真を送る',
    guard: anyone,
    output: null,
    async run({ context: { params, request } }) {
      const body = request.body
        ? Readable.fromWeb(request.body as ReadableStream)
        : Readable.from([]);
      const type = request.headers.get('content-type');
      await receiveUpload(await runtime(), params['slot'] ?? '', type, body);
    },
  }),
});

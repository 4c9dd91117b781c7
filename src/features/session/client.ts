import { currentRequest } from '../../server/request-context.ts';
import type { Client } from './session.service.ts';

/** Where the request under way comes from. */
export const clientOf = ({ request }: { request: Request }): Client => ({
  address: currentRequest()?.address ?? '',
  userAgent: request.headers.get('user-agent') ?? '',
});

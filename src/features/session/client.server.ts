import type { APIContext } from 'astro';
import { currentRequest } from '#server/request-context.ts';
import { DEVICE_COOKIE, SHARED_DEVICE_COOKIE } from './session.ts';
import type { Client } from './session.service.ts';

export const clientOf = ({
  request,
  cookies,
}: Pick<APIContext, 'request' | 'cookies'>): Client => ({
  address: currentRequest()?.address ?? '',
  userAgent: request.headers.get('user-agent') ?? '',
  device: cookies.get(DEVICE_COOKIE)?.value ?? null,
  sharedDevice: cookies.get(SHARED_DEVICE_COOKIE)?.value ?? null,
});

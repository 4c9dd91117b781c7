/** Every header of a request that the server reads; the framework reads some too. */
export const HEADERS_READ: readonly string[] = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-length'],
  ...['content-type', 'cookie', 'forwarded', 'host', 'if-none-match', 'origin', 'range', 'referer'],
  ...['sec-fetch-site', 'transfer-encoding', 'user-agent', 'via', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto', 'x-line-signature', 'x-real-ip', 'x-staff'],
];

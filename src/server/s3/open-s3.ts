import type * as Sdk from '@aws-sdk/client-s3';

export type S3 = typeof Sdk & { client: Sdk.S3Client };

const CONNECT_MS = 5000;
/** Without a byte in either direction. */
const SILENCE_MS = 10_000;
const ATTEMPTS = 3;
const CONNECTIONS = 50;

/** Its hints would go to the console; whatever fails reaches us as an error. */
const silently = (): void => undefined;
const SILENT = { debug: silently, info: silently, warn: silently, error: silently };

/** Stores other than Amazon's ignore it, but a signature holds one. */
const ANY_REGION = 'us-east-1';

/**
 * A client with the settings that every program for S3 reads: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL_S3, and the rest of the SDK's. The library is
 * loaded here and nowhere else, since it takes 34 MB.
 */
export async function openS3(env: NodeJS.ProcessEnv = process.env): Promise<S3> {
  const sdk = await import('@aws-sdk/client-s3');
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  const credentials = keysOf(env);
  const client = new sdk.S3Client({
    ...(endpoint && { endpoint }),
    // A bucket as part of the host name needs a wildcard certificate, which few others have.
    forcePathStyle: Boolean(endpoint),
    ...(credentials && { credentials }),
    region: env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || ANY_REGION,
    // Older stores answer 501 and 411 to checksums in trailers; we send Content-MD5 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    logger: SILENT,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
  return { ...sdk, client };
}

/** Other ways to credentials, such as those of a machine at Amazon, are the SDK's. */
function keysOf(env: NodeJS.ProcessEnv) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) return undefined;
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

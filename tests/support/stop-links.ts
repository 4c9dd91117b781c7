import { listHeaders } from '#domains/mail/stop-link.ts';
import type { Secrets } from '#server/secrets.ts';

/** Of the link that a letter to this address carries. */
export function stopTokenOf(
  { secrets }: { secrets: Secrets },
  mailbox: { hostId: string; email: string },
): string {
  const env = { PUBLIC_URL: 'https://tayori.example.jp' } as Parameters<
    typeof listHeaders
  >[0]['env'];
  const url = /<(.*)>/.exec(listHeaders({ secrets, env }, mailbox)['List-Unsubscribe'] ?? '')?.[1];
  return new URL(url ?? '').searchParams.get('token') ?? '';
}

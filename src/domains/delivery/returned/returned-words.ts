import type { Fault, ReturnKind } from '#db/schema/operations.ts';
import { FILTERED, isOfCarrier } from '#lib/mail-address.ts';

/** Codes of RFC 3463, by what follows the class. */
const BY_CODE: Record<string, string> = {
  '1.1': 'このアドレスは、ないようです',
  '1.2': 'アドレスの@のあとが、ないようです',
  '1.3': 'アドレスの書き方が正しくないようです',
  '1.6': 'このアドレスは、使われなくなったようです',
  '1.10': 'このアドレスは、メールを受け取らないようです',
  '2.1': 'このメールボックスは、使われなくなったようです',
  '2.2': 'メールボックスがいっぱいのようです',
};

const BY_KIND: Record<ReturnKind, string> = {
  hard: 'このアドレスには届けられないと、相手のメールサーバーが答えました',
  soft: '相手のメールボックスが、今は受け取れないようです',
  ours: '配信サーバーの都合で、相手のメールサーバーに止められました。アドレスの間違いではありません',
  unclear: '戻ってきたようですが、理由を読み取れません',
  forwarded: '転送先に届かなかったようです',
  complaint: 'このご家族のメールソフトで、迷惑メールに入れられたようです',
};

/** Why a mail came back, for staff; never the server's own words, which are the operator's. */
export function returnedWords(kind: ReturnKind, enhanced: string | null, recipient = ''): string {
  const known = kind === 'hard' || kind === 'soft' ? BY_CODE[(enhanced ?? '').slice(2)] : undefined;
  const words = known ?? BY_KIND[kind];
  return kind === 'hard' && isOfCarrier(recipient) ? `${words}。${FILTERED}` : words;
}

/** Whose fault it is that a mail came back; after a complaint it has arrived. */
export const FAULT_OF_RETURN: Record<ReturnKind, Fault | null> = {
  hard: 'address',
  soft: 'mailbox',
  ours: 'way',
  unclear: 'mailbox',
  forwarded: 'mailbox',
  complaint: null,
};

import type { LifeState } from '#features/resident/life.ts';
import type { FieldErrors } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Family } from './family.ts';
import { missingFor } from './family.ts';

export interface FamilyEntry {
  family: Family;
  resident: { id: string; name: string; nameKana: string; room: string | null; state: LifeState };
  tokens: LetterTokens;
  /** Why letters cannot reach it. */
  trouble: string | null;
}

const first = (errors: FieldErrors): string | undefined => Object.keys(errors)[0];

/** @param undelivered addresses that the last mail did not reach */
export function troubleOf(family: Family, undelivered: ReadonlySet<string>): string | null {
  const missing = first(missingFor(family));
  if (missing === 'email') return 'メールアドレスがありません';
  if (missing !== undefined) return '住所が足りません';
  const bounced = family.delivery === 'email' && undelivered.has(family.email ?? '');
  return bounced ? 'メールが届きませんでした' : null;
}

/** Does not name the resident: a chat passes through another company and may be the wrong one. */
export const linkMessage = ({ name, lettersUrl }: Family, hostName: string): string =>
  `${name} 様\n${hostName}です。毎月のお便りを、こちらのリンクからご覧いただけます。ご家族だけのリンクですので、ほかの方にはお送りにならないようお願いいたします。\n${lettersUrl}`;

/** Opens LINE, where the user picks the recipient. */
export const lineShareUrl = (text: string): string =>
  `https://line.me/R/share?text=${encodeURIComponent(text)}`;

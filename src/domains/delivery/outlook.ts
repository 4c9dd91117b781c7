import type { FamilyState } from './mail-states.ts';

/** How a letter that is not out yet will reach the families. */
export interface Outlook {
  email: number;
  line: number;
  link: number;
  print: number;
  /** For whom there is nothing, whatever the reason. */
  none: number;
}

export function outlookOf(families: readonly FamilyState[]): Outlook {
  const outlook = { email: 0, line: 0, link: 0, print: 0, none: 0 };
  for (const family of families) outlook[wayOf(family)] += 1;
  return outlook;
}

function wayOf({ mail, hasLetter, way }: FamilyState): keyof Outlook {
  if (way === 'line' && mail.state !== 'none') return 'line';
  if (mail.state !== 'none') return 'email';
  const isByHand = mail.reason === 'link' || mail.reason === 'print';
  return isByHand && hasLetter ? (mail.reason as 'link' | 'print') : 'none';
}

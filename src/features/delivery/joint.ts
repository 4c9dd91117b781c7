import type { Holdings } from '#features/letter/month-contents.ts';

interface ToSend {
  row: { email: string | null; residentId: string };
  holds: Holdings;
}

/**
 * Letters by mail: those to one address are one mail, each of another resident
 * (domain.md#one-relative-several-residents). A last letter is a mail of its own.
 */
export function inOneMail<T extends ToSend>(letters: readonly T[]): T[][] {
  const mails = new Map<string, T[]>();
  const count = new Map<string, number>();
  for (const [at, letter] of letters.entries()) {
    const { row, holds } = letter;
    const person = `${row.email ?? ''} ${row.residentId}`;
    const turn = count.get(person) ?? 0;
    count.set(person, turn + 1);
    const key = holds.isLast ? `last ${at}` : `${row.email ?? ''} ${turn}`;
    mails.set(key, [...(mails.get(key) ?? []), letter]);
  }
  return [...mails.values()];
}

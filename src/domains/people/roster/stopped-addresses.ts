import type { RosterRow } from './roster.ts';

const STOPPED =
  'このアドレスのご家族は、ご自分でメールを止めています。お届けの方法を、リンクか印刷にしてください。';

/** A stopped address gets no mail by being imported anew (P42). @param stopped addresses */
export const refuseStopped = (
  rows: readonly RosterRow[],
  families: readonly { name: string; email: string | null }[],
  stopped: { has: (email: string) => boolean },
): RosterRow[] =>
  rows.map((row) => {
    const { email = null, delivery, name } = row.family?.input ?? {};
    if (!row.family || email === null || delivery !== 'email' || !stopped.has(email)) return row;
    // What is there stays as it is.
    if (families.some((known) => known.email === email && known.name === name)) return row;
    return { ...row, family: { ...row.family, errors: [...row.family.errors, STOPPED] } };
  });

import { paths } from '#lib/paths.ts';

interface MenuEntry {
  href: string;
  label: string;
  adminOnly?: boolean;
}

const ENTRIES: readonly MenuEntry[] = [
  { href: paths.items, label: '写真' },
  { href: paths.staffs, label: '職員一覧', adminOnly: true },
  { href: paths.qrCode, label: '職員招待QRコード', adminOnly: true },
  { href: paths.residents, label: '入居者一覧', adminOnly: true },
  { href: paths.families, label: 'お届け先一覧', adminOnly: true },
  { href: paths.adminLetters, label: 'お便り一覧', adminOnly: true },
  { href: paths.myPage, label: 'マイページ' },
];

export const entriesFor = (isAdmin: boolean): MenuEntry[] =>
  ENTRIES.filter(({ adminOnly }) => isAdmin || !adminOnly);

/** Pages without an entry, and the entry they belong to. */
const BELONGS: Record<string, string> = {
  [paths.devices]: paths.staffs,
  [paths.dashboard]: paths.adminLetters,
  [paths.deliverySettings]: paths.adminLetters,
  [paths.answers]: paths.adminLetters,
  [paths.printAnswers]: paths.adminLetters,
};

export function currentEntry(path: string): string | undefined {
  const belongs = BELONGS[path.replace(/\/$/, '')];
  if (belongs !== undefined) return belongs;
  const over = ENTRIES.map(({ href }) => href).filter(
    (href) => path === href || path.startsWith(`${href}/`),
  );
  return over.sort((a, b) => b.length - a.length)[0];
}

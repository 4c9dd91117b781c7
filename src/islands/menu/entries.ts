import { paths } from '#lib/paths.ts';

interface MenuEntry {
  href: string;
  label: string;
  adminOnly?: boolean;
}

/** What a month is made of, and what is needed now and then. */
const GROUPS: readonly (readonly MenuEntry[])[] = [
  [
    { href: paths.dashboard, label: '今月', adminOnly: true },
    { href: paths.items, label: '写真' },
    { href: paths.adminLetters, label: 'お便り一覧', adminOnly: true },
    { href: paths.residents, label: '入居者一覧', adminOnly: true },
    { href: paths.families, label: 'お届け先一覧', adminOnly: true },
    { href: paths.answers, label: 'ことば' },
  ],
  [
    { href: paths.staffs, label: '職員一覧', adminOnly: true },
    { href: paths.qrCode, label: '職員招待QRコード', adminOnly: true },
    { href: paths.facility, label: '施設・お届け', adminOnly: true },
    { href: paths.history, label: '記録', adminOnly: true },
    { href: paths.myPage, label: 'マイページ' },
  ],
];

export const groupsFor = (isAdmin: boolean): MenuEntry[][] =>
  GROUPS.map((group) => group.filter(({ adminOnly }) => isAdmin || !adminOnly));

/** Pages without an entry, and the entry they belong to. */
const BELONGS: Record<string, string> = {
  [paths.devices]: paths.staffs,
  [paths.deliverySettings]: paths.facility,
  [paths.meetingSheet]: paths.adminLetters,
};

export function currentEntry(path: string): string | undefined {
  const belongs = BELONGS[path.replace(/\/$/, '')];
  if (belongs !== undefined) return belongs;
  const over = GROUPS.flat()
    .map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`));
  return over.sort((a, b) => b.length - a.length)[0];
}

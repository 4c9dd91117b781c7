import { sama } from '#lib/honorific.ts';
import type { SeenBy } from './seen-by.ts';

const NAMES_SHOWN = 8;

/** After a photo left letters that are out: who has seen it there, and whom to call; null: nobody. */
export function seenText(seenBy: readonly SeenBy[]): string | null {
  if (seenBy.length === 0) return null;
  const names = seenBy.slice(0, NAMES_SHOWN).map(nameOf).join('、');
  const more = seenBy.length - NAMES_SHOWN;
  const others = more > 0 ? `、ほか${more}家族（「お届けの様子」に出ています）` : '';
  const call = seenBy.some(({ phone }) => phone !== '')
    ? 'お電話でお伝えください。'
    : 'お電話するのは、管理者の方です。お伝えください。';
  return `この写真がお便りにあるあいだに、「見ました」を押されたご家族：${names}${others}。${call}`;
}

function nameOf({ familyName, relationship, residentName, phone }: SeenBy): string {
  const who = relationship === '' ? 'ご家族' : relationship;
  const about = [`${sama(residentName)}の${who}`, phone].filter(Boolean).join('・');
  return `${sama(familyName)}（${about}）`;
}

import { BREAK } from '#lib/break.ts';
import type { Counts } from '#domains/item/item.ts';

/** What the shown person has said or shown about photos, for who is about to take one. */
export function OwnWish({ shown, counts }: { shown: string; counts: Counts }) {
  const wish = counts.residents.find(({ id }) => id === shown)?.ownWish;
  if (!wish) return null;
  return (
    <p className="own-wish">
      <b>{`ご本人の${BREAK}お気持ち`}</b> {wish}
    </p>
  );
}

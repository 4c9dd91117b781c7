import type { HeldGroup } from '#features/item/held.ts';
import { issueName } from '#features/item/held.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { changeItem } from './item-changes.ts';
import { $failures } from './many-items.ts';
import { notify } from './notice.ts';
import { today } from './today.ts';
import { forEach } from './batch.ts';

/** `keep`: into the letter of their month; `now`: as photos of today. */
export type HeldAnswer = 'keep' | 'now';

/** Failures stay held. Never throws. */
export async function answerHeld(group: HeldGroup, answer: HeldAnswer): Promise<void> {
  const day = today();
  const change = answer === 'keep' ? { held: false as const } : { takenOn: day };
  $failures.set([]);
  const { done, failed } = await forEach('保存しています', group.items, (item) =>
    changeItem(item, change),
  );
  $failures.set(failed);
  if (done.length === 0) return;
  const issue = issueName(group.yearMonth, yearMonthOf(day));
  notify({
    text:
      answer === 'keep'
        ? `${done.length}枚を${issue}に加えました`
        : `${done.length}枚を今月の写真にしました`,
  });
}

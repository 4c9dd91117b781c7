import { useStore } from '@nanostores/react';
import type { Item } from '#domains/item/item.ts';
import { formatDay } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { $today } from '#stores/items.ts';
import { $failures } from '#stores/many-items.ts';
import type { Failure } from '#stores/batch.ts';
import { $batch, stopBatch } from '#stores/batch.ts';
import '#islands/upload/failed.css';

export function WorkStrip() {
  const work = useStore($batch);
  const failures = useStore($failures);
  if (work === null) return failures.length > 0 && <Failed failures={failures} />;
  if (work.total === 1) return null;
  return (
    <div className="dock-strip">
      <div className="strip-line beside apart gap-0-3">
        <p>
          {work.total}枚中{work.done}枚を{work.doing}…
        </p>
        <button type="button" className="text-button" onClick={stopBatch}>
          残りをやめる
        </button>
      </div>
      <progress className="meter" aria-label={work.doing} max={work.total} value={work.done} />
    </div>
  );
}

function Failed({ failures }: { failures: readonly Failure[] }) {
  return (
    <div className="dock-strip">
      <div className="strip-line beside apart gap-0-3" role="alert">
        <p>{failures.length}枚はできませんでした</p>
        <button type="button" className="text-button" onClick={() => $failures.set([])}>
          閉じる
        </button>
      </div>
      <ul className="dock-failed" aria-label="できなかった写真">
        {[...new Set(failures.map(({ msg }) => msg))].map((reason) => (
          <li key={reason}>
            <span className="bold">{namesOf(failures, reason)}</span>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const namesOf = (failures: readonly Failure[], reason: string): string =>
  failures
    .filter(({ msg }) => msg === reason)
    .map(({ item }) => nameOf(item))
    .join('、');

const nameOf = ({ residentName, takenOn }: Item): string =>
  `${residentName === null ? '施設全体' : sama(residentName)} ${formatDay(takenOn, $today.get())}`;

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $areOthersMissing, $others } from '#stores/items.ts';
import { loadOthers } from '#stores/items-loading.ts';

/** Loads the residents that the page was not sent, and says so while they are not here. */
export function OthersLine() {
  const { count } = useStore($others);
  const areMissing = useStore($areOthersMissing);
  useEffect(() => {
    void loadOthers();
  }, []);
  if (count === 0) return null;
  if (!areMissing) return <p role="status">ほかの{count}人を読み込んでいます…</p>;
  return (
    <p role="alert">
      ほかの{count}人を読み込めませんでした。
      <button type="button" className="text-button" onClick={() => void loadOthers()}>
        もう一度読み込む
      </button>
    </p>
  );
}

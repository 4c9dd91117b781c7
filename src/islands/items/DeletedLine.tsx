import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $deletedCount } from '#stores/items.ts';

export function DeletedLine({ start }: { start: number }) {
  const count = useStore($deletedCount, { ssr: () => start });
  if (count === 0) return null;
  return (
    <p className="deleted-line">
      <a className="beside" href={paths.deletedItems}>
        <strong>削除した写真（{count}枚）</strong>
        <span>24時間は元に戻せます</span>
      </a>
    </p>
  );
}

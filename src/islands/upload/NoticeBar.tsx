import { useStore } from '@nanostores/react';
import { msgOf } from '../../stores/api-client.ts';
import { restoreItem } from '../../stores/item-changes.ts';
import type { Notice } from '../../stores/notice.ts';
import { $notice, notify } from '../../stores/notice.ts';

/** What was just done, with 元に戻す after a deletion. */
export function NoticeBar() {
  const notice = useStore($notice);
  return (
    <div role="status">
      {notice && (
        <div className="toast-line">
          <p>{notice.text}</p>
          {notice.deleted && (
            <button type="button" onClick={() => void restore(notice.deleted)}>
              元に戻す
            </button>
          )}
        </div>
      )}
    </div>
  );
}

async function restore(deleted: Notice['deleted']): Promise<void> {
  if (!deleted) return;
  try {
    await restoreItem(deleted.item, deleted.at);
    notify({ text: '写真を元に戻しました' });
  } catch (error) {
    notify({ text: msgOf(error), deleted });
  }
}

import { useStore } from '@nanostores/react';
import { $notice } from '#stores/notice.ts';
import { $openId } from '#stores/open-photo.ts';
import { $batch } from '#stores/batch.ts';

/** The last result, with 元に戻す, which a sheet would cover: an open photo's shows it itself. */
export function NoticeBar({ isInSheet = false }) {
  const last = useStore($notice);
  const isCovered = useStore($openId) !== null && last?.undo !== undefined;
  const notice = isCovered === isInSheet ? last : null;
  const isBusy = useStore($batch) !== null;
  return (
    <div role="status">
      {notice && (
        <div className="toast-line beside apart gap-0-3">
          <p>{notice.text}</p>
          <div className="toast-ways beside">
            {notice.undo && !isBusy && (
              <button
                type="button"
                className="tap"
                onClick={() => {
                  $notice.set(null);
                  void notice.undo?.();
                }}
              >
                元に戻す
              </button>
            )}
            {notice.later && (
              <a className="tap" href={notice.later.href}>
                {notice.later.text}
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

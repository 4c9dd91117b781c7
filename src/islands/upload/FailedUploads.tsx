import { useState } from 'react';
import type { FailedGroup, Upload } from '#domains/photo/upload.ts';
import { UNREADABLE, groupFailures } from '#domains/photo/upload.ts';
import { photoQueue } from '#stores/photo-queue.ts';
import { FileName } from './FileName.tsx';
import './failed.css';

/** Phones have little memory. */
const SHOWN = 12;

/** Grouped by reason, retried or dismissed together. */
export function FailedUploads({ uploads }: { uploads: readonly Upload[] }) {
  const groups = groupFailures(uploads);
  const again = idsOf(groups.filter(({ canRetry }) => canRetry));
  return (
    <>
      <ul className="dock-failed" aria-label="追加できなかった写真">
        {groups.map((group) => (
          <Group key={`${String(group.canRetry)} ${group.reason}`} {...group} />
        ))}
      </ul>
      {groups.length > 1 && (
        <div className="failed-ways beside">
          {again.length > 0 && (
            <button type="button" className="text-button" onClick={() => photoQueue.retry(again)}>
              まとめてもう一度送る（{again.length}枚）
            </button>
          )}
          <button
            type="button"
            className="text-button"
            onClick={() => photoQueue.remove(idsOf(groups))}
          >
            すべて外す
          </button>
        </div>
      )}
    </>
  );
}

const idsOf = (groups: readonly Pick<FailedGroup, 'uploads'>[]): string[] =>
  groups.flatMap(({ uploads }) => uploads.map(({ id }) => id));

function Group({ uploads, reason, canRetry }: FailedGroup) {
  const ids = uploads.map(({ id }) => id);
  const rest = uploads.length - SHOWN;
  return (
    <li>
      <p>
        {uploads.length}枚：{reason}
      </p>
      <div className="failed-pictures beside gap-2">
        {uploads.slice(0, SHOWN).map((upload) => (
          <FailedPicture key={upload.id} upload={upload} />
        ))}
        {rest > 0 && <span>ほか{rest}枚</span>}
      </div>
      <div className="failed-ways beside">
        {canRetry && (
          <button type="button" className="text-button" onClick={() => photoQueue.retry(ids)}>
            もう一度送る
          </button>
        )}
        <button type="button" className="text-button" onClick={() => photoQueue.remove(ids)}>
          一覧から外す
        </button>
      </div>
    </li>
  );
}

/** One that is to be chosen again has its name as well, by which it is found. */
function FailedPicture({ upload: { preview, name, reason } }: { upload: Upload }) {
  const [isBroken, setIsBroken] = useState(false);
  const isShown = preview !== null && !isBroken;
  return (
    <>
      {isShown && (
        <img
          src={preview}
          alt={name}
          width="56"
          height="56"
          loading="lazy"
          decoding="async"
          onError={() => setIsBroken(true)}
        />
      )}
      {(!isShown || reason === UNREADABLE) && <FileName name={name} />}
    </>
  );
}

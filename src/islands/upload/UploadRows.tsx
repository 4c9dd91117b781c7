import type { Upload } from '../../features/photo/upload.ts';
import type { Uploader } from '../../stores/uploader.ts';
import { FileName } from './FileName.tsx';

interface Props {
  uploads: readonly Upload[];
  uploader: Uploader;
}

/** Each file with its percent; those still waiting are only counted. */
export function SendingUploads({ uploads, uploader }: Props) {
  const sending = uploads.filter(({ state }) => state === 'sending');
  const waiting = uploads.length - sending.length;
  return (
    <>
      <ul>
        {sending.map(({ id, name, percent }) => (
          <li key={id} className="dock-sending">
            <FileName name={name} />
            <progress aria-label={name} max="100" value={percent} />
            <span className="dock-percent">{percent < 100 ? `${percent}%` : '確認中'}</span>
          </li>
        ))}
      </ul>
      <div className="strip-line">
        <p>{waiting > 0 && `ほか ${waiting}枚が順番を待っています`}</p>
        <button type="button" className="text-button" onClick={() => uploader.cancel()}>
          残りを取りやめる
        </button>
      </div>
    </>
  );
}

/** What failed stays with its reason until it is tried again or put aside. */
export function FailedUploads({ uploads, uploader }: Props) {
  return (
    <ul className="dock-failed" aria-label="追加できなかった写真">
      {uploads.map(({ id, name, reason, state }) => (
        <li key={id}>
          <FileName name={name} />
          {state === 'failed' && (
            <button type="button" className="text-button" onClick={() => uploader.retry(id)}>
              もう一度
            </button>
          )}
          <button
            type="button"
            className="text-button"
            aria-label={`${name}を一覧から外す`}
            onClick={() => uploader.remove(id)}
          >
            外す
          </button>
          <p>{reason}</p>
        </li>
      ))}
    </ul>
  );
}

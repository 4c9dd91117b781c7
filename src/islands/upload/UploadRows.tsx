import type { Upload } from '#domains/photo/upload.ts';
import type { PhotoQueue } from '#stores/photo-queue.ts';
import { SaveData } from './SaveData.tsx';
import { FileName } from './FileName.tsx';

interface Props {
  uploads: readonly Upload[];
  uploader: PhotoQueue;
}

/** Waiting files are only counted. */
export function SendingUploads({ uploads, uploader }: Props) {
  const sending = uploads.filter(({ state }) => state === 'sending');
  const waiting = uploads.length - sending.length;
  return (
    <>
      <ul>
        {sending.map(({ id, name, percent }) => (
          <li key={id} className="dock-sending">
            <FileName name={name} />
            <progress className="upload-meter" aria-label={name} max="100" value={percent} />
            <span className="dock-percent">{percent < 100 ? `${percent}%` : '確認中'}</span>
          </li>
        ))}
      </ul>
      <SaveData />
      <div className="strip-line beside apart">
        <p>{waiting > 0 && `ほか${waiting}枚が順番を待っています`}</p>
        <button type="button" className="text-button" onClick={() => uploader.cancel()}>
          残りをやめる
        </button>
      </div>
    </>
  );
}

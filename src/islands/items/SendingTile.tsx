import type { Upload } from '#domains/photo/upload.ts';

export function SendingTile({ upload }: { upload: Upload }) {
  return (
    <li className="photo-tile sending-tile">
      {upload.preview && <img src={upload.preview} alt="" decoding="async" />}
      <span className="tile-percent">{upload.percent < 100 ? `${upload.percent}%` : '確認中'}</span>
      <progress aria-label={upload.name} max="100" value={upload.percent} />
    </li>
  );
}

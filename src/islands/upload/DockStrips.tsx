import { useStore } from '@nanostores/react';
import { lossTexts, othersTexts, safetyText } from '#domains/photo/kept-photo.ts';
import { PAUSE_TEXTS } from '#domains/photo/pause.ts';
import { $unreached } from '#client/reach.ts';
import { $signedOut, herePath } from '#client/signed-out.ts';
import { $keeping, dismissNotices } from '#stores/keeping.ts';
import { $early, $isQueueMissing, loadQueueAgain } from '#stores/photo-queue.ts';
import './failed.css';

const TEXTS = {
  ended:
    'ログインが切れました。写真や書きかけのものは、この画面に残っています。ログインしたあと、この画面に戻ってください。',
  elsewhere:
    '今は別の方がログインしています。この画面の写真は、この画面を開いた方がもう一度ログインすると送ります。',
};

/** Opens the login in another tab, so that nothing here is lost. */
export function SignedOutStrip() {
  const signedOut = useStore($signedOut);
  if (signedOut === null) return null;
  return (
    <div className="dock-strip signed-out" role="alert">
      <p>{TEXTS[signedOut]}</p>
      {/* This page: without a session it leads to the login and back. */}
      <a className="button" href={herePath()} target="_blank">
        ログインする
      </a>
    </div>
  );
}

/** About photos on this device that this page does not send. */
export function KeptNotices() {
  const keeping = useStore($keeping);
  const losses = lossTexts(keeping);
  const others = othersTexts(keeping);
  return (
    <div role="status">
      {losses.length + others.length > 0 && (
        <div className="dock-strip kept-notices">
          {[...losses, ...others].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {losses.length > 0 && (
            <button type="button" className="text-button" onClick={dismissNotices}>
              わかりました
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Photos that were chosen before the code that sends them was loaded. */
export function EarlyPhotos() {
  const count = useStore($early).reduce((sum, { chosen }) => sum + chosen.length, 0);
  const isMissing = useStore($isQueueMissing);
  const unreached = useStore($unreached);
  const keeping = useStore($keeping);
  const text = isMissing
    ? `${count}枚を送る準備ができませんでした。電波のよいところで、もう一度お試しください。`
    : unreached
      ? PAUSE_TEXTS[unreached]
      : `${count}枚を送る準備をしています…`;
  return (
    <div role="status">
      {count > 0 && (
        <div className="dock-strip">
          <p>{text}</p>
          <p className="soft">{safetyText(keeping, count)}</p>
          {isMissing && (
            <button type="button" className="button quiet" onClick={() => void loadQueueAgain()}>
              もう一度試す
            </button>
          )}
        </div>
      )}
    </div>
  );
}

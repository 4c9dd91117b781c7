import { useStore } from '@nanostores/react';
import { $signedOut, herePath } from '#client/signed-out.ts';
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

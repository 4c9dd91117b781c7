import { useStore } from '@nanostores/react';
import { $signedOut, herePath } from '#client/signed-out.ts';
import './failed.css';

const TEXTS = {
  ended:
    'ログインが切れました。写真や書きかけのものは、この画面に残っています。ログインしたあと、この画面に戻ってください。',
  elsewhere:
    'いまは別の施設でログインしています。この画面の写真は、この画面を開いた方がログインすると送ります。',
  other:
    'いまは別の方がログインしています。この画面の写真は、選んだ方がログインすると送ります。別の方のお名前では送りません。',
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

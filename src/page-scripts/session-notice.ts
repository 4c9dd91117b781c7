import { $signedOut, loginNotice } from '#client/signed-out.ts';

const TEXT =
  'ログインが切れました。書きかけのものは、この画面に残っています。別の画面でログインしてから、保存してください。';

/** For pages without a dock. */
export function showSessionNotice(): void {
  let notice: HTMLElement | null = null;
  $signedOut.listen((signedOut) => {
    notice?.remove();
    notice = null;
    if (signedOut === null || document.querySelector('.dock')) return;
    notice = loginNotice('session-notice notice error', TEXT, 'ログインする');
    notice.setAttribute('role', 'alert');
    document.getElementById('main')?.prepend(notice);
  });
}

import { $signedOut, herePath } from '#client/signed-out.ts';

const TEXT =
  'ログインが切れました。書きかけのものは、この画面に残っています。別の画面でログインしてから、保存してください。';

/** For pages without a dock. */
export function showSessionNotice(): void {
  let notice: HTMLElement | null = null;
  $signedOut.listen((signedOut) => {
    notice?.remove();
    notice = null;
    if (signedOut === null || document.querySelector('.dock')) return;
    notice = makeNotice();
    document.getElementById('main')?.prepend(notice);
  });
}

function makeNotice(): HTMLElement {
  const notice = document.createElement('div');
  notice.className = 'session-notice notice error';
  notice.setAttribute('role', 'alert');
  const link = document.createElement('a');
  Object.assign(link, { href: herePath(), target: '_blank', textContent: 'ログインする' });
  const text = document.createElement('p');
  text.textContent = TEXT;
  notice.append(text, link);
  return notice;
}

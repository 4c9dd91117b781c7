import { SIGNED_IN, accountOfPage, noteSignedIn, notedAccount } from '#client/account.ts';
import { loginNotice, sessionEnded, signedInStaff } from '#client/signed-out.ts';

const TEXT =
  'ログアウトしたか、別の方に交代したか、しばらく使われなかったため、この画面をかくしました。書きかけのものは消えていません。同じ方がログインすると、続きが出ます。';

let sheet: HTMLElement | null = null;
let mustAsk = false;

/**
 * Shows a page to the account that opened it only (domain.md#shared-devices): it is blank as soon
 * as any tab of this browser signs out or in as someone else, and when it comes back from the
 * browser's memory. What is unsaved stays beneath; a page without goes to the login.
 */
export function showToItsAccount(): void {
  noteSignedIn(accountOfPage());
  if (accountOfPage() === undefined || notedAccount() === null) return;
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_IN) look();
  });
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) cover();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) wake();
  });
  addEventListener('focus', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

/** For a page that nobody touched: its person has to be signed in still when it is touched again. */
export function hideUntilTouched(): void {
  mustAsk = true;
  cover();
}

function look(): void {
  const account = notedAccount();
  if (account === accountOfPage() && !mustAsk) return uncover();
  cover();
  if (account !== accountOfPage() && account !== null) sessionEnded();
}

/** Signing out may have failed, and tabs that slept may have missed something. */
function wake(): void {
  look();
  if (notedAccount() === null || (mustAsk && notedAccount() === accountOfPage())) void ask();
}

async function ask(): Promise<void> {
  const account = await signedInStaff();
  if (account === undefined) return;
  mustAsk = false;
  noteSignedIn(account);
  // Events of storage reach other tabs only.
  look();
}

function cover(): void {
  if (sheet) return;
  for (const part of partsOfPage()) part.style.setProperty('display', 'none', 'important');
  sheet = loginNotice('covering', TEXT, 'ログインの画面へ');
  sheet.addEventListener('pointerdown', wake);
  document.body.append(sheet);
}

function uncover(): void {
  sheet?.remove();
  sheet = null;
  for (const part of partsOfPage()) part.style.removeProperty('display');
}

const partsOfPage = (): HTMLElement[] => [...document.body.children] as HTMLElement[];

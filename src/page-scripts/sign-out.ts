import { paths } from '#lib/paths.ts';
import { accountOfPage, noteLeaving } from '#client/account.ts';

/** Signing out removes unsent photos from the device, after a question. */
export function askBeforeSigningOut(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const account = accountOfPage();
    if (account === undefined || new URL(form.action).pathname !== paths.logout) return;
    // On a shared device they wait for their own person.
    if (form.dataset['keepsPhotos'] !== undefined) {
      noteLeaving();
      return;
    }
    event.preventDefault();
    void mayForgetPhotos(account)
      .catch(() => true) // they stay, and nobody is kept from signing out
      .then((may) => {
        // Without another submit event.
        if (!may) return;
        noteLeaving();
        form.submit();
      });
  });
}

async function mayForgetPhotos(account: string): Promise<boolean> {
  const { countOf, removeOf } = await import('#client/own-photos.ts');
  const count = await countOf(account);
  if (count > 0 && !confirm(question(count))) return false;
  await removeOf(account);
  return true;
}

const question = (count: number): string =>
  `まだ送り終えていない写真が${count}枚あります。ログアウトすると、この端末から消え、送られません。\n\nログアウトしますか？`;

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  WebAuthnAbortService,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { sendForm } from '#client/send-form.ts';
import { canAskHere } from './passkeys-here.ts';

/**
 * Forms that send a passkey's answer: `data-passkey` holds what the browser is asked for, in which
 * `rp` says that one is made. They stay hidden where the browser has no passkeys. What the browser
 * is asked for is good for five minutes (contract.md#passkeys), so the page asks for more in time.
 */
const GOOD_MS = 3 * 60_000;
const LOOK_MS = 60_000;

export function watchPasskeyForm(form: HTMLFormElement): void {
  if (!browserSupportsWebAuthn()) return;
  form.hidden = false;
  void nameElsewhere(form);
  let shownAt = Date.now();
  const isOld = (): boolean => Date.now() - shownAt > GOOD_MS;
  /** @returns false if this page no longer has the form */
  const renewIfOld = async (): Promise<boolean> => {
    if (!isOld()) return true;
    const options = await currentOptions(form);
    if (options === undefined) return false;
    form.dataset['passkey'] = options;
    shownAt = Date.now();
    return true;
  };
  form.addEventListener('submit', (event) => {
    if (fieldOf(form).value !== '') return;
    event.preventDefault();
    WebAuthnAbortService.cancelCeremony();
    void renewIfOld()
      .then((isGood) => (isGood ? answer(form) : lookAgain(form)))
      .catch((error: unknown) => say(form, error));
  });
  if (form.dataset['offer'] === undefined) return;
  const offerAgain = (): void => void offer(form).catch(() => undefined);
  offerAgain();
  // A page that is left open over night still signs in.
  const stayGood = (): void => {
    if (document.hidden || !isOld()) return;
    void renewIfOld().then(
      (isGood) => isGood && offerAgain(),
      () => undefined,
    );
  };
  setInterval(stayGood, LOOK_MS);
  document.addEventListener('visibilitychange', stayGood);
}

/** Where this device has no lock to ask, another one or a key may still have a passkey. */
async function nameElsewhere({ dataset, elements }: HTMLFormElement): Promise<void> {
  const button = [...elements].find((one) => one instanceof HTMLButtonElement);
  const { elsewhere } = dataset;
  if (button && elsewhere !== undefined && !(await canAskHere())) button.textContent = elsewhere;
}

/** From the same form on the same page, as it is now. */
async function currentOptions(form: HTMLFormElement): Promise<string | undefined> {
  const response = await fetch(location.href, { credentials: 'same-origin' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const now = [...page.querySelectorAll<HTMLFormElement>('form[data-passkey]')].find(
    (one) => one.getAttribute('action') === form.getAttribute('action'),
  );
  return now?.dataset['passkey'];
}

/** The page that answers an empty form has what was typed, too. */
function lookAgain(form: HTMLFormElement): void {
  if (hasTyped(form)) form.submit();
  else location.reload();
}

const fieldOf = (form: HTMLFormElement): HTMLInputElement =>
  form.querySelector('input[data-answer]') as HTMLInputElement;

const hasTyped = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some(
    (field) => field !== fieldOf(form) && field.value !== '',
  );

/** Conditional: nothing is shown until the person touches the field of the address. */
async function offer(form: HTMLFormElement): Promise<void> {
  if (await browserSupportsWebAuthnAutofill()) await answer(form, { useBrowserAutofill: true });
}

type Asked = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;

/** Ends a request that is under way: a browser takes one at a time. */
async function answer(
  form: HTMLFormElement,
  how: { useBrowserAutofill?: boolean } = {},
): Promise<void> {
  const optionsJSON = JSON.parse(form.dataset['passkey'] ?? '{}') as Asked;
  const credential =
    'rp' in optionsJSON
      ? await startRegistration({ optionsJSON })
      : await startAuthentication({ optionsJSON, ...how });
  fieldOf(form).value = JSON.stringify(credential);
  sendForm(form);
}

const WORDS: Record<string, string> = {
  InvalidStateError: 'この端末のパスキーは、もう登録されています。',
  NotAllowedError: 'パスキーを使いませんでした。もう一度押すと、やり直せます。',
};

function say(form: HTMLFormElement, error: unknown): void {
  const note = form.querySelector<HTMLElement>('[data-note]');
  const name = error instanceof Error ? error.name : '';
  if (note) note.textContent = WORDS[name] ?? 'この端末では、パスキーを使えませんでした。';
}

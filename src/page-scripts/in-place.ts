import { asWrite } from '#client/pending-writes.ts';
import { sendForm } from '#client/send-form.ts';

const PLAIN = 'data-plainly';

/**
 * Forms with `data-in-place` are sent without a page load that a person waits for: what the server
 * answers takes the place of this page's content, and the list stays where it is. Whatever fails is
 * sent again as a plain form.
 */
export function sendInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset['inPlace'] === undefined) return;
    if (form.hasAttribute(PLAIN)) return;
    event.preventDefault();
    const button = event.submitter as HTMLButtonElement | null;
    if (button) button.disabled = true;
    void asWrite(() => send(form, button))
      .then((page) => show(page, form))
      .catch(() => {
        if (button) button.disabled = false;
        form.setAttribute(PLAIN, '');
        sendForm(form, button);
      });
  });
}

/** @throws Error where the answer is no page of this kind */
async function send(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<Document> {
  const body = new FormData(form);
  if (button) body.set(button.name, button.value);
  const response = await fetch(form.action, { method: 'POST', body, credentials: 'same-origin' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!response.redirected || new URL(response.url).pathname !== location.pathname) {
    throw new Error(`answered ${response.status}`);
  }
  history.replaceState(null, '', response.url);
  return page;
}

/** The button in the place of the one that was pressed has the focus, and says what it does now. */
function show(page: Document, form: HTMLFormElement): void {
  const [old, now] = [document, page].map((from) => from.querySelector('main'));
  if (!old || !now) return;
  const at = formsIn(old).indexOf(form);
  const top = form.getBoundingClientRect().top;
  old.replaceChildren(...document.importNode(now, true).childNodes);
  const next = formsIn(old)[at];
  // A notice above may have come or gone.
  if (next) scrollBy(0, next.getBoundingClientRect().top - top);
  next?.querySelector('button')?.focus({ preventScroll: true });
}

const formsIn = (main: HTMLElement): HTMLFormElement[] => [
  ...main.querySelectorAll<HTMLFormElement>('form[data-in-place]'),
];

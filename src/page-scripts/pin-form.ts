import { sendForm } from '#client/send-form.ts';

/**
 * The last digit of a PIN signs in by itself; the button stays for browsers without scripts. A
 * page signs in once: a refused PIN brings a new page with an empty field, so that nothing is sent
 * again, and no second press counts as another try.
 */
export function signInWithSixthDigit(): void {
  const field = document.querySelector<HTMLInputElement>('[data-signs-in]');
  const { form } = field ?? {};
  if (!field || !form) return;
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  // The browser kept the page, or could not reach the server.
  addEventListener('pageshow', () => {
    isSent = false;
  });
  field.addEventListener('input', () => {
    const digits = field.value.normalize('NFKC').replaceAll(/[\s-]/g, '');
    if (!isSent && digits.length === Number(field.dataset['signsIn'])) sendForm(form);
  });
}

/** Sends a form as a press of its button does; `requestSubmit` is missing before iOS 16. */
export function sendForm(form: HTMLFormElement, button?: HTMLButtonElement | null): void {
  if (button) return button.click();
  const pressed = document.createElement('button');
  pressed.hidden = true;
  form.append(pressed);
  pressed.click();
  pressed.remove();
}

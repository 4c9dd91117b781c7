/** As the server counts: trimmed; a line break, が and most emoji count as one. */
export const lengthOf = (text: string): number =>
  Array.from(text.replace(/\r\n?/g, '\n').normalize('NFC').trim()).length;

/** Nothing is cut off. */
export const tooLongText = (max: number): string =>
  `${max}文字までです。少し減らしてください。書いたものは消えません。`;

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Counts while typing; the server decides. */
export function watchLength(note: HTMLElement): void {
  const control = document.getElementById(note.dataset['lengthOf'] ?? '') as Control | null;
  const max = Number(note.dataset['max']);
  const [count, over] = ['count', 'over'].map((part) => note.querySelector(`[data-${part}]`));
  if (!control || !count || !over) return;
  const isRefused = control.hasAttribute('aria-invalid');
  const tell = (): void => {
    const length = lengthOf(control.value);
    const isOver = length > max;
    if (isOver || note.dataset['always'] !== undefined) {
      note.hidden = false;
      count.textContent = `${length} / ${max}文字`;
    }
    const text = isOver ? tooLongText(max) : '';
    if (over.textContent !== text) over.textContent = text;
    if (isOver || isRefused) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
  };
  control.addEventListener('input', tell);
  tell();
}

/** For browsers before 2025, where fields do not grow by themselves. */
export function growWithText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  const borders = area.offsetHeight - area.clientHeight;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + borders}px`;
}

/**
 * Safari, and Firefox on a Mac, give no focus to a button that is pressed: keys would go nowhere
 * then, and a dialog could not give the focus back. A field that keeps it, as on phones, is left
 * alone.
 */
export function focusPressed(): void {
  addEventListener(
    'click',
    ({ target }) => {
      if (document.activeElement !== document.body || !(target instanceof Element)) return;
      target.closest<HTMLElement>('button, summary')?.focus({ preventScroll: true });
    },
    { capture: true },
  );
}

/** The account that opened this page; undefined on pages without one. */
export const accountOfPage = (): string | undefined =>
  document.getElementById('main')?.dataset['staff'];

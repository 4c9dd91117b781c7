/** The account that opened this page; undefined on pages without one. */
export const accountOfPage = (): string | undefined => mainData('account');

export const hostOfPage = (): string | undefined => mainData('host');

const mainData = (name: string): string | undefined =>
  document.getElementById('main')?.dataset[name];

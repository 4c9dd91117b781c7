const PHONE = /^0\d{1,4}-?\d{1,4}-?\d{3,4}$/;

/** A number within Japan, with or without its dashes. */
export const isPhone = (text: string): boolean =>
  PHONE.test(text) && /^\d{10,11}$/.test(text.replaceAll('-', ''));

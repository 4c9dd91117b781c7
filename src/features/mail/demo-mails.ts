export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  /** When it was written; an instant. */
  at: string;
  text: TextPart[];
}

/** A piece of text; an address in it can be followed. */
interface TextPart {
  text: string;
  isLink: boolean;
}

/** Cuts a mail's text so that its links can be made. */
export const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(https?:\/\/[\x21-\x7e]+)/)
    .map((part, n) => ({ text: part, isLink: n % 2 === 1 }))
    .filter((part) => part.text !== '');

export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  /** An instant. */
  at: string;
  text: TextPart[];
}

/** Plain text or a link. */
interface TextPart {
  text: string;
  isLink: boolean;
}

/** Splits a mail's text into plain text and links. */
export const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(https?:\/\/[\x21-\x7e]+)/)
    .map((part, n) => ({ text: part, isLink: n % 2 === 1 }))
    .filter((part) => part.text !== '');

export interface DemoMail {
  id: string;
  to: string;
  subject: string;
  at: string;
  text: TextPart[];
}

interface TextPart {
  text: string;
  isLink: boolean;
}

export const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(https?:\/\/[\x21-\x7e]+)/)
    .map((part, n) => ({ text: part, isLink: n % 2 === 1 }))
    .filter((part) => part.text !== '');

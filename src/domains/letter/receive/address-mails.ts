import type { MailContent } from '#domains/mail/mail.ts';

/** To the address of before, which can take the change back. */
export const formerAddressMail = (hostName: string, url: string): MailContent => ({
  subject: 'お便りの届け先が変わりました',
  paragraphs: [
    `${hostName}のお便りの届け先が、別のメールアドレスに変わりました。これからは、新しいアドレスにお届けします。`,
    'ご自分で変えたときは、何もしなくてかまいません。お心当たりのないときは、次のページから、このアドレスに戻せます。',
  ],
  button: { label: '元に戻すページを開く', url },
  notes: ['リンクは14日間使えます。'],
});

import { expect, test } from 'vitest';
import { writeMail } from '#domains/mail/letterhead.ts';
import { deliveryMail } from './delivery-words.ts';

const words = {
  familyName: '田中 花',
  residentName: '田中 ウメ',
  yearMonth: 202609,
  holds: { ownPhotos: 12, hasNote: false, hasSharedPhotos: true },
  url: 'https://example.jp/letters/202609?resident_token=r&family_token=f',
  hostPhone: '03-1234-5678',
  signature: 'ひだまりの家\n職員一同',
};

test('the monthly mail as the family sees it', () => {
  const { subject, text } = writeMail('ひだまりの家', deliveryMail(words));
  expect(subject).toBe('【ひだまりの家】田中様の9月号のお便りをお届けします');
  expect(text).toBe(`田中 花 様

いつもお世話になっております。田中 ウメ 様の9月のお便りができました。

写真12枚とともに、ご様子をお伝えします。次のボタンから、いつでもご覧いただけます。

▼ お便りを読む
https://example.jp/letters/202609?resident_token=r&family_token=f

ひだまりの家
職員一同

※ ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。
※ お届け先の変更や、メールを止めたいときは、施設までご連絡ください。（電話 03-1234-5678）

────────────────
ひだまりの家
つきだより
このメールは自動でお送りしています。
`);
});

const holding = (ownPhotos: number, hasNote: boolean, hasSharedPhotos: boolean) => ({
  ownPhotos,
  hasNote,
  hasSharedPhotos,
});

test.each([
  [holding(3, false, false), '田中様の9月号のお便り', '写真3枚とともに、ご様子をお伝えします。'],
  [
    holding(3, true, true),
    '田中様の9月号のお便り',
    '写真3枚と、職員からの文章で、ご様子をお伝えします。',
  ],
  [holding(0, true, false), '田中様の9月のご様子', '9月のご様子を、職員が文章でお伝えします。次の'],
  [
    holding(0, true, true),
    '田中様の9月のご様子',
    '9月のご様子を、職員が文章でお伝えします。行事などの写真も、ご一緒にどうぞ。',
  ],
  [
    holding(0, false, true),
    '田中様のご家族へ、9月の施設のようす',
    '9月の施設のようすを、写真でお届けします。',
  ],
  [
    holding(0, false, false),
    '田中様のご家族へ、9月号のごあいさつ',
    '施設からのごあいさつをお届けします。',
  ],
])('says what a letter with %j contains, and no more', (holds, about, line) => {
  const { subject, paragraphs } = deliveryMail({ ...words, holds });
  expect(subject).toBe(`${about}をお届けします`);
  const said = paragraphs.join('');
  expect(said).toContain(line);
  for (const word of ['ご様子', '施設のようす', 'ごあいさつ', '写真', '田中 ウメ 様の9月']) {
    const isTrue = word.includes('田中')
      ? holds.ownPhotos > 0 || holds.hasNote
      : `${about}${line}`.includes(word);
    expect(said.includes(word), word).toBe(isTrue);
  }
  const { text, html } = writeMail('ひだまりの家', deliveryMail({ ...words, holds }));
  for (const one of [text, html]) expect(one).toContain(line);
});

test.each([
  ['田中 ウメ', '田中'],
  ['田中　ウメ', '田中'],
  [' 田中  ウメ ', '田中'],
  ['グエン ティ マイ', 'グエン'],
  ['ハル', 'ハル'],
])('the subject contains the family name of %j', (residentName, familyName) => {
  const { subject } = deliveryMail({ ...words, residentName });
  expect(subject).toBe(`${familyName}様の9月号のお便りをお届けします`);
});

test('the HTML has the same content, and a signature stays text', () => {
  const evil = { ...words, signature: '<b>家</b>\n<img src=x>' };
  const { html } = writeMail('ひだまりの家', deliveryMail(evil));
  expect(html).toContain('&lt;b&gt;家&lt;/b&gt;<br>&lt;img src=x&gt;');
  expect(html).toContain('田中 ウメ 様の9月のお便りができました。');
});

test('a test is marked in its subject and at its top', () => {
  const { subject, paragraphs } = deliveryMail({ ...words, isTest: true });
  expect(subject).toBe('（テスト）田中様の9月号のお便りをお届けします');
  expect(paragraphs[0]).toContain('テストのメール');
});

test('missing details of the facility are omitted', () => {
  const bare = deliveryMail({ ...words, hostPhone: '', signature: '' });
  expect(bare).not.toHaveProperty('signature');
  expect(bare.notes?.join('')).not.toContain('電話');
});

test('announces a last letter in other words', () => {
  const holds = { ownPhotos: 0, hasNote: false, hasSharedPhotos: true, isLast: true };
  const { subject, text, html } = writeMail('ひだまりの家', deliveryMail({ ...words, holds }));
  expect(subject).toBe('【ひだまりの家】田中様のお便りについて');
  expect(text).toContain('田中 ウメ 様のご逝去を悼み、謹んでお悔やみ申し上げます。');
  expect(text).toContain(words.url);
  expect(text).not.toMatch(/お世話|できました|ご様子|また|[!！]/);
  expect(html).not.toContain('#b84a00');
});

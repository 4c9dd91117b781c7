import { describe, expect, test } from 'vitest';
import { writeMail } from '#domains/mail/letterhead.ts';
import { deliveryMail, jointMail } from './monthly-mail.ts';
import { lineLetterWords } from './line-channel.ts';

const words = {
  familyName: '田中 花',
  residentName: '田中 ウメ',
  yearMonth: 202609,
  holds: { ownPhotos: 12, hasNote: false, hasSharedPhotos: true },
  url: 'https://example.jp/letters/202609?resident_token=r&family_token=f',
  hostPhone: '03-1234-5678',
  signature: 'ひだまりの家\n職員一同',
  receiveUrl: 'https://example.jp/letters/receive?resident_token=r&family_token=f',
};

test('the monthly mail as the family sees it', () => {
  const { subject, text } = writeMail('ひだまりの家', deliveryMail(words));
  expect(subject).toBe('【ひだまりの家】田中様の9月号のお便りをお届けします');
  expect(text).toBe(`田中 花 様

いつもお世話になっております。田中 ウメ 様の9月のお便りができました。

写真12枚をお届けします。次のボタンから、いつでもご覧いただけます。

▼ お便りを読む
https://example.jp/letters/202609?resident_token=r&family_token=f

ひだまりの家
職員一同

※ ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。
※ お問い合わせは、施設までご連絡ください。（電話 03-1234-5678）

────────────────
ひだまりの家
つきだより
このメールは自動でお送りしています。

メールを止める・受け取り方を変える
https://example.jp/letters/receive?resident_token=r&family_token=f
`);
});

const holding = (ownPhotos: number, hasNote: boolean, hasSharedPhotos: boolean) => ({
  ownPhotos,
  hasNote,
  hasSharedPhotos,
});

test.each([
  [holding(3, false, false), '田中様の9月号のお便り', '写真3枚をお届けします。'],
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

describe('whatever letters hold', () => {
  const HOLDINGS = [0, 1, 12].flatMap((ownPhotos) =>
    [false, true].flatMap((hasNote) =>
      [false, true].flatMap((hasSharedPhotos) =>
        [false, true].map((isLast) => ({ ownPhotos, hasNote, hasSharedPhotos, isLast })),
      ),
    ),
  );
  type Held = (typeof HOLDINGS)[number];
  const url = 'https://example.jp/x';
  const readers = { familyName: '田中 花', url, receiveUrl: url };
  const one = { yearMonth: 202609, hostName: 'ひだまりの家', hostPhone: '', signature: '' };

  /** What a text about these letters may say only if it is so. */
  function requireTrue(text: string, letters: readonly Held[]): void {
    const photos = [...text.matchAll(/写真(\d+)枚/gu)].map(([, count]) => Number(count));
    expect(photos, text).toEqual(
      letters.map((held) => held.ownPhotos).filter((count) => count > 0),
    );
    expect(/ご様子|文章/u.test(text), text).toBe(letters.some((held) => held.hasNote));
    const isShared = letters.some((held) => held.hasSharedPhotos);
    if (!isShared) expect(text).not.toMatch(/施設のようす|行事/u);
    const isGreeting = letters.some(
      (held) => !held.hasNote && !held.hasSharedPhotos && held.ownPhotos === 0,
    );
    expect(text.includes('ごあいさつ'), text).toBe(isGreeting);
  }

  const saidBy = ({ subject, paragraphs }: ReturnType<typeof deliveryMail>): string =>
    [subject, ...paragraphs].join('\n');

  test('a mail and a message about one say what is there', () => {
    for (const holds of HOLDINGS.filter(({ isLast }) => !isLast)) {
      requireTrue(saidBy(deliveryMail({ ...words, ...one, holds })), [holds]);
      const letters = [{ residentName: '田中 ウメ', holds, url }];
      const line = lineLetterWords(one, one.yearMonth, letters);
      requireTrue([line.summary, line.title, ...line.paragraphs].join('\n'), [holds]);
    }
  });

  test('those about two say it of each', () => {
    for (const first of HOLDINGS.filter(({ isLast }) => !isLast)) {
      for (const second of HOLDINGS.filter(({ isLast }) => !isLast)) {
        const letters = [
          { residentName: '田中 ウメ', holds: first, ...readers },
          { residentName: '林 一', holds: second, ...readers },
        ];
        const mail = jointMail({ ...one, letters });
        const line = lineLetterWords(one, one.yearMonth, letters);
        const both = [first, second];
        requireTrue(saidBy(mail), both);
        requireTrue([line.summary, line.title, ...line.paragraphs].join('\n'), both);
        const isOfBoth = both.every(({ ownPhotos, hasNote }) => ownPhotos === 0 && hasNote);
        expect(mail.subject.includes('ご様子'), mail.subject).toBe(isOfBoth);
      }
    }
  });

  test('a last letter promises nothing of what it holds', () => {
    for (const holds of HOLDINGS.filter(({ isLast }) => isLast)) {
      const said = saidBy(deliveryMail({ ...words, ...one, holds }));
      expect(said).not.toMatch(/写真|ご様子|施設のようす|ごあいさつ|お届けします/u);
    }
  });
});

test.each([
  ['山田 太郎様', '山田 太郎様'],
  ['山田さん', '山田さん'],
  ['山田 花子（長女）', '山田 花子 様（長女）'],
])('greets %s once', (familyName, greeting) => {
  expect(deliveryMail({ ...words, familyName }).greeting).toBe(greeting);
  const { subject } = deliveryMail({ ...words, residentName: familyName });
  expect(subject).not.toMatch(/様様|さん様/u);
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

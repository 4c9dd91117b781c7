import { describe, expect, test } from 'vitest';
import type { Holdings } from '#domains/letter/month-contents.ts';
import { onPaper } from '#domains/mail/letterhead.ts';
import { messagesTo } from './channel.ts';
import { MAIL } from './mail-channel.ts';
import { jointMail } from './monthly-mail.ts';

const PHOTOS: Holdings = { ownPhotos: 3, hasNote: false, hasSharedPhotos: true };
const NOTE: Holdings = { ownPhotos: 0, hasNote: true, hasSharedPhotos: true };
const SHARED: Holdings = { ownPhotos: 0, hasNote: false, hasSharedPhotos: true };
const WORDS: Holdings = { ownPhotos: 0, hasNote: false, hasSharedPhotos: false };

describe('letters in one mail', () => {
  const to = (email: string, residentId: string, holds = PHOTOS) => ({
    to: email,
    letter: { row: { residentId }, holds },
  });
  const grouped = (...letters: ReturnType<typeof to>[]) =>
    messagesTo(MAIL, letters).map((mail) =>
      mail.letters.map(({ row }) => row.residentId).join(' '),
    );

  test('are those to one address', () => {
    expect(grouped(to('a', 'r1'), to('b', 'r2'), to('a', 'r2'), to('a', 'r3'))).toEqual([
      'r1 r2 r3',
      'r2',
    ]);
  });

  test('are of different residents', () => {
    expect(grouped(to('a', 'r1'), to('a', 'r1'), to('a', 'r2'))).toEqual(['r1 r2', 'r1']);
  });

  test('are no last letters', () => {
    const last = to('a', 'r2', { ...WORDS, isLast: true });
    expect(grouped(to('a', 'r1'), last, to('a', 'r3'))).toEqual(['r1 r3', 'r2']);
  });
});

describe('the words of a joint mail', () => {
  const of = (residentName: string, holds: Holdings, familyName = '高橋 由美') => ({
    residentName,
    familyName,
    holds,
    url: `https://example.jp/${residentName}`,
    receiveUrl: `https://example.jp/receive/${residentName}`,
  });
  const write = (...letters: ReturnType<typeof of>[]) =>
    jointMail({ letters, yearMonth: 202610, hostPhone: '03-1234-5678', signature: '' });

  test.each([
    [[PHOTOS, SHARED], '佐藤様と鈴木様の10月号のお便りをお届けします'],
    [[NOTE, NOTE], '佐藤様と鈴木様の10月のご様子をお届けします'],
    [[NOTE, SHARED], '佐藤様と鈴木様の10月号のお便りをお届けします'],
    [[SHARED, SHARED], '佐藤様と鈴木様のご家族へ、10月の施設のようすをお届けします'],
    [[WORDS, WORDS], '佐藤様と鈴木様のご家族へ、10月号のごあいさつをお届けします'],
  ])('follow what the letters hold', ([first, second], subject) => {
    const mail = write(of('佐藤 ハル', first ?? WORDS), of('鈴木 キヨ', second ?? WORDS));
    expect(mail.subject).toBe(subject);
  });

  test('name both by their links', () => {
    const mail = write(of('佐藤 ハル', PHOTOS), of('鈴木 キヨ', NOTE));
    expect(mail.greeting).toBe('高橋 由美 様');
    expect(onPaper('ひだまりの家', mail)).toMatchObject({
      button: { label: '佐藤 ハル 様のお便りを読む', url: 'https://example.jp/佐藤 ハル' },
      moreButtons: [{ label: '鈴木 キヨ 様のお便りを読む', url: 'https://example.jp/鈴木 キヨ' }],
      footLinks: [
        {
          label: 'メールを止める・受け取り方を変える（佐藤 ハル 様）',
          url: 'https://example.jp/receive/佐藤 ハル',
        },
        {
          label: 'メールを止める・受け取り方を変える（鈴木 キヨ 様）',
          url: 'https://example.jp/receive/鈴木 キヨ',
        },
      ],
    });
    const text = mail.paragraphs.join('\n');
    expect(text).toContain('佐藤 ハル 様：写真3枚');
    expect(text).toContain('鈴木 キヨ 様：10月のご様子を、職員が文章で');
  });

  test('count residents of one name, and greet everyone who reads', () => {
    const couple = write(
      of('佐藤 一郎', PHOTOS, '佐藤 桜'),
      of('佐藤 ハル', PHOTOS, '佐藤 健'),
      of('佐藤 みどり', PHOTOS, '佐藤 桜'),
    );
    expect(couple.subject).toBe('佐藤様お3人の10月号のお便りをお届けします');
    expect(couple.greeting).toBe('佐藤 桜 様、佐藤 健 様');
    expect(write(of('佐藤 一郎', PHOTOS), of('佐藤 ハル', PHOTOS)).subject).toContain(
      '佐藤様お二人の',
    );
    expect(write(of('林 一', PHOTOS), of('森 二', NOTE), of('原 三', NOTE)).subject).toContain(
      '林様、森様、原様の',
    );
  });
});

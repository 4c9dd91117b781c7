import { describe, expect, test } from 'vitest';
import { fromWords, paperText } from '#domains/paper/answer-cards.ts';
import type { Answer } from './answer.ts';
import { AnswerInput, answersAddress, cardsAddress, readAnswersQuery } from './answer.ts';

const read = (body: string) => AnswerInput.safeParse({ body });

describe('the words of a family', () => {
  test.each([
    ['  元気そうで\r\n安心しました 😊 ', '元気そうで\n安心しました 😊'],
    ['か\u3099', 'が'],
    ['見て\u202e\u200b\u0007ください', '見てください'],
    ['https://example.jp', 'https://example.jp'],
    ['あ'.repeat(300), 'あ'.repeat(300)],
    ['😀'.repeat(300), '😀'.repeat(300)],
  ])('are tidied: %j', (typed, kept) => {
    expect(read(typed).data?.body).toBe(kept);
  });

  test.each([
    ['', 'まだ何も書かれていません'],
    [' \n\u200b ', 'まだ何も書かれていません'],
    ['あ'.repeat(301), 'ことばは300文字までです。'],
  ])('are refused: %j', (typed, message) => {
    expect(read(typed).error?.issues[0]?.message).toContain(message);
  });
});

describe('a card', () => {
  test.each([
    ['short words', '元気そうで安心しました。', false],
    ['a blank line', '二行\n\n五行', false],
    ['300 characters', 'あ'.repeat(300), false],
    ['many lines', Array<string>(18).fill('あ').join('\n'), true],
    ['300 wide characters', '😀'.repeat(300), true],
  ])('of %s', (_name, body, isLong) => {
    const card = paperText(body);
    expect(card.isLong).toBe(isLong);
    expect(card.text).toBe(isLong ? body.replaceAll('\n', '　') : body);
  });

  test('says who wrote', () => {
    const answer = { familyName: '高橋 由美', relationship: '長女' } as Answer;
    expect(fromWords(answer)).toBe('長女 高橋 由美 様より');
    expect(fromWords({ ...answer, relationship: '' })).toBe('高橋 由美 様より');
  });
});

test('addresses keep month and page; anything else means the new ones', () => {
  const query = (text: string) => readAnswersQuery(new URLSearchParams(text));
  expect(query('month=202609&page=2')).toEqual({ yearMonth: 202609, page: 2 });
  expect(query('month=abc&page=-1')).toEqual({ yearMonth: null, page: 1 });
  expect(answersAddress({ yearMonth: 202609, page: 2 })).toBe(
    '/adminstaff/answers?month=202609&page=2',
  );
  expect(cardsAddress(null)).toBe('/adminstaff/answers/print');
});

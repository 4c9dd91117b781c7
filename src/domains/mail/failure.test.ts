import { expect, test } from 'vitest';
import { failureFacts, failureReason } from './failure.ts';

test.each([
  [{ code: 'ESOCKET' }, 'メールサーバーにつながりませんでした。'],
  [{ code: 'EAUTH', responseCode: 535 }, 'メールサーバーにログインできませんでした。'],
  [{ code: 'EENVELOPE', responseCode: 552 }, '相手のメールボックスがいっぱいです（552）。'],
  [{ responseCode: 421 }, 'メールサーバーが今は受け取れないと答えました（421）。'],
  [
    { responseCode: 550, command: 'RCPT TO' },
    'このあて先には届けられません。アドレスをお確かめください（550）。',
  ],
  [{ responseCode: 550, command: 'DATA' }, 'メールサーバーに受け取りを断られました（550）。'],
  [{}, 'メールを送れませんでした。'],
])('%j', (facts, reason) => expect(failureReason(facts)).toBe(reason));

test('only impersonal facts of an error are kept', () => {
  const error = Object.assign(new Error('550 <hanako@example.jp> unknown'), {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    response: '550 <hanako@example.jp> unknown',
    rejected: ['hanako@example.jp'],
  });
  expect(failureFacts(error)).toEqual({
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
  });
  expect(failureFacts('odd')).toEqual({});
});

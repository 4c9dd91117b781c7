import { describe, expect, test } from 'vitest';
import { diagnose, readMailRoute, signsOf, trialFailure } from './diagnosis.ts';

/** Failures that no local socket can cause; mail-diagnosis.test.ts has the others. */
const what = (failure: object, url = 'smtp://u:p@mail.example.jp'): string => {
  const { what: happened, change } = diagnose(trialFailure(failure), readMailRoute(url));
  return `${happened} ${change}`;
};

const route = { isTls: false, needsTls: true, host: 'mail.example.jp', port: 587, hasUser: true };

test.each([
  ['smtp://mail.example.jp', { needsTls: false, hasUser: false }],
  ['smtp://mail.example.jp?requireTLS=true', { hasUser: false }],
  ['smtp://u:p@mail.example.jp?requireTLS=false', { needsTls: false }],
  ['smtps://u:p@mail.example.jp', { isTls: true, port: 465 }],
  ['smtp://u:p@10.0.0.1:2525', { host: '10.0.0.1', port: 2525 }],
])('%s', (url, other) => expect(readMailRoute(url)).toEqual({ ...route, ...other }));

describe('what happened', () => {
  test.each<[object, string]>([
    [{ code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT' }, '返事がありません'],
    [{ code: 'ESOCKET', originalCode: 'ENETUNREACH' }, 'ファイアウォール'],
    [{ code: 'EDNS', originalCode: 'ECONNREFUSED' }, '名前「mail.example.jp」'],
    [{ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, '途中で返事をしなく'],
    [{ code: 'ETIMEDOUT', timeoutType: 'UPGRADE_TIMEOUT' }, '途中で返事をしなく'],
    [{ code: 'EABORT' }, '途中で返事をしなく'],
    [{ code: 'ECONNECTION' }, '途中で接続を切りました'],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'smtps://…:465'],
    [{ code: 'ESOCKET', originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, '認められた発行元'],
    [{ code: 'ESOCKET', originalCode: 'CERT_NOT_YET_VALID' }, '時計'],
    [{ code: 'ESOCKET', originalCode: 'ERR_SSL_UNSUPPORTED_PROTOCOL' }, '暗号化した接続'],
    [{ code: 'EAUTH' }, 'ログインを断りました'],
    [{ code: 'EENVELOPE', responseCode: 421, command: 'MAIL FROM' }, '今は受け取れない'],
    [{ code: 'EMESSAGE', responseCode: 552, command: 'DATA' }, '受け取りを断りました'],
    [{}, '記号を添えて'],
  ])('%j', (failure, words) => expect(what(failure)).toContain(words));
});

test('signs hold codes only', () => {
  const failure = {
    ...{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' },
    ...{ message: 'hanako@example.jp', response: '535 hanako@example.jp' },
  };
  expect(signsOf(trialFailure(failure))).toBe('EAUTH 535 AUTH PLAIN');
});

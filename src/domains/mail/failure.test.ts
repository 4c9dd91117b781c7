import { expect, test } from 'vitest';
import { failureFacts, failureReason, faultOf, faultOfRefusal, refusalOf } from './failure.ts';

test.each([
  [{ code: 'ESOCKET' }, 'メールサーバーにつながりませんでした。'],
  [{ code: 'EAUTH', responseCode: 535 }, 'メールサーバーにログインできませんでした。'],
  [
    { code: 'EENVELOPE', responseCode: 552, command: 'RCPT TO', enhanced: '5.2.2' },
    '相手のメールボックスがいっぱいです（552 5.2.2）。',
  ],
  [{ responseCode: 421 }, 'メールサーバーが今は受け取れないと答えました（421）。'],
  [
    { responseCode: 550, command: 'RCPT TO' },
    'このあて先には届けられません。アドレスをお確かめください（550）。',
  ],
  [
    { responseCode: 554, command: 'RCPT TO', enhanced: '5.7.1' },
    'メールサーバーに受け取りを断られました（554 5.7.1）。',
  ],
  [{ responseCode: 550, command: 'DATA' }, 'メールサーバーに受け取りを断られました（550）。'],
  [{}, 'メールを送れませんでした。'],
])('%j', (facts, reason) => expect(failureReason(facts)).toBe(reason));

/** An error of the mailer. */
const refusal = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), {
    code: 'EENVELOPE',
    responseCode: Number(response.slice(0, 3)),
    command,
    response,
    rejected: ['hanako@example.jp'],
  });

test('only impersonal facts of an error are kept', () => {
  expect(failureFacts(refusal('550 5.1.1 <hanako@example.jp> unknown'))).toEqual({
    code: 'EENVELOPE',
    responseCode: 550,
    enhanced: '5.1.1',
    command: 'RCPT TO',
  });
  expect(failureFacts('odd')).toEqual({});
});

test.each([
  ['550 192.0.2.1 is not known', undefined],
  ['550 5.1.1.1 odd', undefined],
  ['550 #5.1.0 refused', '5.1.0'],
  ['550-hello\n550 5.1.1 unknown', '5.1.1'],
  ['5501 5.1.1', undefined],
])('the enhanced code of %j is %s', (response, code) => {
  expect(failureFacts(refusal(response)).enhanced).toBe(code);
});

test('words tell a policy from an address where no code does, but never those of an address', () => {
  expect(faultOf(failureFacts(refusal('550 relay access denied')))).toBe('way');
  expect(faultOf(failureFacts(refusal('550 <spam.relay@example.jp> unknown')))).toBe('address');
});

test('what refusals have in common says whose a lone one would be', () => {
  for (const response of [
    '550 no',
    '552 no',
    '450 4.1.1 no',
    '554 5.2.2 no',
    '550 5.7.1 no',
    '550 5.1.1 full',
    '550 mailbox full',
  ]) {
    const facts = failureFacts(refusal(response));
    expect(faultOfRefusal(refusalOf(facts)), response).toBe(faultOf(facts));
  }
});

test.each([
  ['550 5.1.1 IP address blacklisted', 'way'],
  ['553 5.1.8 Domain of sender address does not exist', 'way'],
  ['550 5.1.1 rejected, see https://www.spamhaus.org/query/ip/203.0.113.9', 'way'],
  ['450 4.1.1 too many recipients this hour', 'way'],
  ['550 5.1.1 user is over quota', 'mailbox'],
  ['550 mailbox is full', 'mailbox'],
  ['550 5.1.1 User unknown in relay recipient table', 'address'],
] as const)('what %j says goes before its number: %s', (response, fault) => {
  expect(faultOf(failureFacts(refusal(response)))).toBe(fault);
});

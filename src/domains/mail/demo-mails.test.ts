import { expect, test } from 'vitest';
import { splitLinks } from './demo-mails.ts';

test('URLs become links, everything else stays text', () => {
  expect(
    splitLinks('▼ 決める\nhttps://a.example/x?t=1&u=2\n\n以上（http://b.example）です'),
  ).toEqual([
    { text: '▼ 決める\n', isLink: false },
    { text: 'https://a.example/x?t=1&u=2', isLink: true },
    { text: '\n\n以上（', isLink: false },
    { text: 'http://b.example', isLink: true },
    { text: '）です', isLink: false },
  ]);
  expect(splitLinks('javascript:alert(1)')).toEqual([
    { text: 'javascript:alert(1)', isLink: false },
  ]);
});

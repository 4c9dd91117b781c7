import { describe, expect, test } from 'vitest';
import { writeMail } from './letterhead.ts';
import type { MailContent } from './mail.ts';

const content: MailContent = {
  subject: 'パスワードの再設定',
  greeting: '佐藤 花子 様',
  paragraphs: [
    '再設定のお申し込みを受け付けました。\n下のボタンから決めてください。',
    '以上です。',
  ],
  button: { label: 'パスワードを決める', url: 'https://tayori.example.jp/x?token=abc&b=1' },
  notes: ['1時間のあいだ有効です。', 'お心当たりがなければ、捨ててください。'],
};

describe('the text', () => {
  test('is complete by itself', () => {
    expect(writeMail('ひだまりの家', content).text).toBe(`佐藤 花子 様

再設定のお申し込みを受け付けました。
下のボタンから決めてください。

以上です。

▼ パスワードを決める
https://tayori.example.jp/x?token=abc&b=1

※ 1時間のあいだ有効です。
※ お心当たりがなければ、捨ててください。

────────────────
ひだまりの家
つきだより
このメールは自動でお送りしています。
`);
  });

  test('omits absent parts', () => {
    expect(writeMail(null, { subject: '件名', paragraphs: ['本文'] }).text).toBe(
      '本文\n\n────────────────\nつきだより\nこのメールは自動でお送りしています。\n',
    );
  });
});

test('a quiet mail does not say that it is sent by itself', () => {
  const quiet = { subject: '件名', paragraphs: ['本文'], isQuiet: true };
  const { text, html } = writeMail('ひだまりの家', quiet);
  expect(text).toBe('本文\n\n────────────────\nひだまりの家\nつきだより\n');
  expect(html).not.toContain('自動');
});

describe('the subject', () => {
  test.each([
    ['ひだまりの家', '【ひだまりの家】パスワードの再設定'],
    [null, '【つきだより】パスワードの再設定'],
    ['ひだまり\r\nの家', '【ひだまり の家】パスワードの再設定'],
  ])('of %j', (sender, subject) => {
    expect(writeMail(sender, content).subject).toBe(subject);
  });
});

describe('the HTML', () => {
  const { html } = writeMail('ひだまりの家', content);

  test('has one button, and its URL to copy', () => {
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const address = 'https://tayori.example.jp/x?token=abc&amp;b=1';
    expect(hrefs).toEqual([address, address]);
    expect(html).toContain(`>${address}</a>`);
    expect(html).toContain('受け付けました。<br>下のボタン');
  });

  test('loads and runs nothing', () => {
    expect(html).not.toMatch(/<(img|script|link|style|iframe|object|form)\b/i);
    expect(html).not.toMatch(/\b(src|background|on\w+)=|url\(|@import/i);
  });

  test('opens and closes every table, row and cell', () => {
    const plain = html.replace(/<!--[^]*?-->/g, '');
    for (const tag of ['table', 'tr', 'td', 'p', 'a', 'h1']) {
      const count = (pattern: string) => plain.match(new RegExp(pattern, 'g'))?.length;
      expect(count(`<${tag}[ >]`), tag).toBe(count(`</${tag}>`));
    }
  });
});

test('names are escaped', () => {
  const evil = `<b>&"'</b><script>alert(1)</script>`;
  const { html } = writeMail(evil, {
    subject: evil,
    greeting: `${evil} 様`,
    paragraphs: [evil],
    button: { label: evil, url: `https://example.jp/?a="><b>'` },
    notes: [evil],
  });
  expect(html).not.toMatch(/<(b|script)>/);
  expect(html).toContain('&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;');
  expect(html.match(/href="[^"]*"/g)).toEqual(
    Array(2).fill('href="https://example.jp/?a=&quot;&gt;&lt;b&gt;&#39;"'),
  );
});

test('a line break in a name starts no paragraph', () => {
  const name = '花子\n\nこちらへ https://evil.example\u2028様';
  const { text } = writeMail('家', { subject: '件名', greeting: name, paragraphs: ['本文'] });
  expect(text.split('\n\n')[0]).toBe('花子 こちらへ https://evil.example 様');
});

test('a long URL stays on one line', () => {
  const url = `https://tayori.example.jp/staffs/passwords/edit?token=${'a'.repeat(400)}`;
  const { text, html } = writeMail(null, { ...content, button: { label: '開く', url } });
  expect(text.split('\n')).toContain(url);
  expect(html).toContain(`word-break:break-all">${url}</a>`);
});

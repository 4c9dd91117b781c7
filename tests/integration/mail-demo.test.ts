import { expect, test } from 'vitest';
import { readDemoMails } from '#domains/mail/demo-mails.ts';
import { makeFolder } from '../support/backups.ts';
import { MINUTE } from '../support/clock.ts';
import { openDemo } from '../support/demo.ts';
import { makeMail } from '../support/mailbox.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeMailSender } from '../support/sender.ts';

test('the demo shows its mails, newest first, even after writing them', async () => {
  const rt = { ...(await makeRuntime()), isDemo: true };
  const link = 'https://tayori.example.jp/x?token=abc';
  await makeMail(rt, { to: 'first@example.jp' });
  rt.clock.advance(MINUTE);
  await makeMail(rt, {
    to: 'second@example.jp',
    content: { subject: '件名', paragraphs: [], button: { label: '開く', url: link } },
  });
  await makeMailSender(rt).drain();
  const mails = await readDemoMails(rt);
  expect(mails.map(({ to }) => to)).toEqual(['second@example.jp', 'first@example.jp']);
  expect(mails[0]?.text.filter(({ isLink }) => isLink)).toEqual([{ text: link, isLink: true }]);
});

test('URLs become links, everything else stays text', async () => {
  const rt = { ...(await makeRuntime()), isDemo: true };
  const texts = [
    '▼ 決める\nhttps://a.example/x?t=1&u=2\n\n以上（http://b.example）です',
    'javascript:alert(1)',
  ];
  for (const text of texts) {
    const id = await makeMail(rt);
    const line = { channel: 'line' as const, text, content: '' };
    await rt.db.updateTable('outbox').set(line).where('id', '=', id).execute();
    rt.clock.advance(MINUTE);
  }
  expect((await readDemoMails(rt, 'line')).map(({ text }) => text)).toEqual([
    [{ text: 'javascript:alert(1)', isLink: false }],
    [
      { text: '▼ 決める\n', isLink: false },
      { text: 'https://a.example/x?t=1&u=2', isLink: true },
      { text: '\n\n以上（', isLink: false },
      { text: 'http://b.example', isLink: true },
      { text: '）です', isLink: false },
    ],
  ]);
});

test('no other server does', async () => {
  await expect(readDemoMails(await makeRuntime())).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['without a mail server', {}, true],
  ['with one', { SMTP_URL: 'smtp://127.0.0.1' }, false],
])('the demo, %s', async (_name, settings, isDemo) => {
  const rt = await openDemo(await makeFolder(), settings);
  expect(rt.isDemo).toBe(isDemo);
  await rt.close();
});

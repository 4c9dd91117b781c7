import { expect, test } from 'vitest';
import { readDemoMails } from '#domains/mail/demo-mails.ts';
import { makeMailSender } from '#domains/mail/send-mails.ts';
import { makeFolder } from '../support/backups.ts';
import { MINUTE } from '../support/clock.ts';
import { openDemo } from '../support/demo.ts';
import { makeMail } from '../support/mailbox.ts';
import { makeRuntime } from '../support/runtime.ts';

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

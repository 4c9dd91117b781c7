import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { systemClock } from '#server/clock.ts';
import { takeTry } from '#server/rate-limit.ts';
import { PASSWORD } from '../support/factories.ts';
import { linkIn } from '../support/mailbox.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { PHONE, RARE, expect, test } from './support/story.ts';

/** Strangers have failed so often that unknown devices are held back. */
let server: OwnServer;
let smtp: TestSmtp;
test.beforeAll(async () => {
  smtp = await startSmtp();
  server = await startOwnServer({ SMTP_URL: smtp.url }, async ({ db }, { general }) => {
    for (let n = 0; n < 20; n++) {
      await takeTry(db, 'loginByAccount', general.email, systemClock.now());
    }
  });
});
test.afterAll(async () => {
  await server.stop();
  await smtp.close();
});

test.use({ ...PHONE, expectConsole: /status of 4(01|29)/ });

const told = () => smtp.received.filter(({ mail }) => mail.text.includes('この端末でログイン'));

async function typePassword(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('メールアドレス').fill(server.cast.general.email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
}

test(
  'who is held back gets a mail, whose link lets one browser in',
  RARE,
  async ({ page, visitor }) => {
    const stranger = await visitor();
    await stranger.goto(`${server.url}${paths.login}`);
    await typePassword(stranger, 'chigau-himitsu');
    const words = await stranger.getByRole('alert').innerText();
    expect(told()).toEqual([]);

    await page.goto(`${server.url}${paths.login}`);
    await typePassword(page);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByRole('alert')).toContainText('リンクを、メールでお送りします');
    await expectNeat(page);
    await expect.poll(() => told().map(({ to }) => to)).toEqual([[server.cast.general.email]]);
    const link = linkIn(told()[0]?.mail ?? { text: '' });

    await page.goto(link);
    await expect(page.getByText('メールのリンクから開いています')).toBeVisible();
    await expectNeat(page);
    await typePassword(page, 'uchi-machigai-desu');
    await expect(page.getByRole('alert')).toContainText('メールアドレスかパスワードが違います');
    await typePassword(page);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);

    // From now on this browser is known, and the link is used up.
    await page.context().clearCookies({ name: /_token/ });
    await page.goto(`${server.url}${paths.login}`);
    await typePassword(page);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);
    await stranger.goto(link);
    await typePassword(stranger);
    await expect(stranger.getByRole('alert')).toHaveText(words);
  },
);

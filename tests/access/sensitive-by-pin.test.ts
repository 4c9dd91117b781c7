import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { actionOf, askRow } from './ask-row.ts';
import { asCarerByPin } from './device-rows.ts';
import { CALLS_THAT_ASK, CALLS_WITH_PASSWORD, FORMS_THAT_ASK, isAsked } from './sensitive-rows.ts';
import type { Site } from './site.ts';
import { useSite } from './site.ts';

const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });

describe('who is here by a PIN does nothing of it, and cannot confirm', () => {
  let byPin: Site;
  beforeAll(async () => {
    byPin = await asCarerByPin(site());
  });

  test.each([...CALLS_THAT_ASK, ...CALLS_WITH_PASSWORD])('$call', async (row) => {
    const body = row.call.includes('profile')
      ? json({ currentPassword: PASSWORD, password: 'mizu-to-hana-no-iro' })
      : undefined;
    const tried = body ? { ...row, options: { ...body, method: 'PATCH' } } : row;
    const answer = await askRow('anonymous', tried, byPin);
    expect([answer.status, isAsked(answer)]).toEqual([403, false]);
  });

  test.each(FORMS_THAT_ASK)('$call', async (row) => {
    expect((await askRow('anonymous', row, byPin, actionOf(row))).status).toBe(403);
  });

  test('and finds no button for it', async () => {
    const { text } = await byPin.ask('anonymous', paths.myPage);
    expect(text).toContain('ログイン中の端末');
    expect(text).not.toMatch(/endSession|endOtherSessions|メールアドレスを変える/);
  });
});

import { describe, expect, test } from 'vitest';
import { OPERATOR_COOKIE } from '#domains/operator/operator.ts';
import { runAdmin } from '../support/admin-command.ts';
import type { Answer } from '../support/http.ts';
import { OPERATOR_ROUTES } from './operator-rows.ts';
import { useSite } from './site.ts';

describe('closed with OPERATOR_PAGES=off', () => {
  const closed = useSite({ OPERATOR_PAGES: 'off' });

  /** All but the moment and the request's id. */
  const comparable = ({ status, headers, text }: Answer) => {
    const { date, 'x-request-id': id, ...rest } = headers;
    expect([date, id]).not.toContain(undefined);
    return { status, rest, text: text.replaceAll(String(id), '') };
  };

  test('every page is like an unknown one, and no link is made', async () => {
    const nowhere = comparable(await closed().ask('anonymous', '/nowhere'));
    for (const route of OPERATOR_ROUTES) {
      const answer = await closed().ask(
        'anonymous',
        route.replace('[id]', closed().world.cast.host.id),
        {
          headers: { Cookie: `${OPERATOR_COOKIE}=x` },
        },
      );
      expect([route, comparable(answer)]).toEqual([route, nowhere]);
    }
    const { code, err } = await runAdmin(closed(), ['operator-link'], {
      OPERATOR_PAGES: 'off',
    });
    expect(code).toBe(1);
    expect(err).toContain('OPERATOR_PAGES');
  });
});

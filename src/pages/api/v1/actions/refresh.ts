import { anyone } from '#features/session/guards.ts';
import { setTokenCookies, withoutBearer } from '#features/session/session-cookies.ts';
import { refresh } from '#features/session/session.service.ts';
import { REFRESH_COOKIE, RefreshInput, TokenPair } from '#features/session/session.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: 'トークンを新しくする',
    guard: anyone,
    body: RefreshInput,
    output: TokenPair,
    async run({ body, context: { cookies } }) {
      const rt = await runtime();
      // Clients keep it with its prefix (domain.md#signing-in), and some send it so.
      const given = body.refreshToken ?? cookies.get(REFRESH_COOKIE)?.value ?? '';
      const tokens = await refresh(rt, withoutBearer(given) ?? given);
      setTokenCookies(cookies, tokens, rt.clock.now());
      return tokens;
    },
  }),
});

import { paths } from '#lib/paths.ts';
import { TOKEN_LIFETIMES } from '#features/token/token.ts';
import { hasFacility } from '#features/host/operator.service.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasOperator, makeOperatorLink } from './operator.service.ts';

/**
 * What a start without a facility prints: a new one-time address, once the operator has an account
 * where its pages are. Empty if there is a facility.
 */
export async function firstSteps(rt: Runtime): Promise<string> {
  if (await hasFacility(rt)) return '';
  const { PUBLIC_URL, ADMIN_COMMAND, OPERATOR_PAGES } = rt.env;
  const start = `つきだよりが ${PUBLIC_URL} で動いています。施設はまだありません。\n`;
  const byCommand = `最初の施設を作るには、別の画面で: ${ADMIN_COMMAND} new-facility ご自分のメールアドレス\n`;
  if (OPERATOR_PAGES === 'off' || rt.isDemo) return start + byCommand;
  if (await hasOperator(rt)) {
    return `${start}最初の施設は、運営者の画面で作れます: ${PUBLIC_URL}${paths.operator}\n`;
  }
  return (
    `${start}はじめに、次のアドレスをブラウザで開いて、運営者のアカウントを作ってください` +
    `（${TOKEN_LIFETIMES.operator.text}、一度だけ使えます。ほかの人に見せないでください）。\n\n` +
    `  ${await makeOperatorLink(rt)}\n\n` +
    `期限が切れたら: ${ADMIN_COMMAND} operator-link\n`
  );
}

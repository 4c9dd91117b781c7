import { createHash } from 'node:crypto';
import type { ErrorWords } from '#lib/error-words.ts';
import { escaped } from '#lib/html.ts';
import { paths } from '#lib/paths.ts';
import type { Way } from '#lib/way-back.ts';

/** Inlined: the page must work without files, database or Astro. */
const STYLE = `
*{box-sizing:border-box}
body{min-width:300px;min-height:100vh;margin:0;padding:56px 16px;background:#fbf5ea;color:#33291f;font:1.125rem/1.8 'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic',Meiryo,sans-serif;line-break:strict;overflow-wrap:anywhere;word-break:auto-phrase}
main{max-width:608px;margin:0 auto;padding:32px 20px;border-radius:12px;background:#fff;box-shadow:0 1px 2px #5b48361f,0 10px 30px #5b48361a;text-align:center}
.logo,h1,.code{font-family:'Hiragino Mincho ProN','Noto Serif JP','Noto Serif CJK JP','Yu Mincho','MS PMincho',serif;line-height:1.4}
.logo{margin:0 0 24px;color:#8a3700;font-size:1.375rem;font-weight:700;letter-spacing:.06em;text-align:center}
h1{margin:0 0 16px;font-size:1.75rem}
h1,a{word-break:keep-all;word-break:auto-phrase}
p{margin:0 0 16px}
.code,.soft{color:#5b4836}
.button{display:inline-flex;align-items:center;min-height:48px;margin-top:8px;padding:8px 24px;border:2px solid #8a3700;border-radius:12px;background:#8a3700;color:#fff;font-weight:700;text-decoration:none}
.quiet{background:#fff;color:#8a3700}
.button:focus-visible{outline:3px solid #b84a00;outline-offset:2px}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark}body{background:#1c1713;color:#f5efe6}main{background:#272019}.logo{color:#ffc08a}.code,.soft{color:#d9ccba}.button{border-color:#ffc08a;background:#ffc08a;color:#272019}.quiet{background:#272019;color:#ffc08a}.button:focus-visible{outline-color:#f6a660}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const PLAIN_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** A complete error page in one string. @param way the area of the site the request was for */
export const plainPage = (
  { code, message, isNumbered, leadsHome, heading, lines }: ErrorWords,
  id: string,
  way: Way | null = null,
): string =>
  `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(heading)}｜つきだより</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header class="logo">つきだより</header>
<main>
<h1>${escaped(heading)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${way === null ? '' : `<p><a class="button" href="${escaped(way.href)}">${escaped(way.label)}</a></p>`}
${leadsHome ? `<p><a class="button${way === null ? '' : ' quiet'}" href="${paths.home}">トップページへ</a></p>` : ''}
${message === '' ? '' : `<p class="code">${isNumbered ? code : ''} <span lang="en">${escaped(message)}</span></p>`}
${isNumbered && id ? `<p class="soft">お問い合わせ番号: ${escaped(id)}</p>` : ''}
</main>
</body>
</html>
`;

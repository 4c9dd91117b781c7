import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** Words to choose from, texts for lawyers, drawings, and what only the tests read. */
const OTHERS =
  /furigana\/words|letter\/desk\/stock-phrases|legal\/|\.test\.|pages\/design|gallery\//;

/** What is said to be done, sent, seen, kept, gone or full. */
const CLAIM =
  /ました(?!ら)|お(?:送り|届け)(?:します|いたします)|届(?:いてい|きます|きません|かな)|てい?ません|空き(?:が|容量)|残って|なくなり(?:ませ|ます)|消えま|見えなくな|見てい|非表示|公開|取り消せ/u;

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/u;
const BETWEEN = '[\\u3040-\\u30ff\\u3400-\\u9fff、。…」「（）]';

const withoutCode = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/<style[\s\S]*?<\/style>/g, '');

/** What is filled in becomes `…`, innermost first. */
function withoutValues(text: string): string {
  const next = text.replaceAll(/\$\{[^{}]*\}/g, '…');
  return next === text ? text.replaceAll(/\{[^{}\n'"`]*\}/g, '…') : withoutValues(next);
}

/** The sentences of a source, as they are read: markup and line ends do not part them. */
export function sentencesIn(source: string): string[] {
  const text = withoutValues(withoutCode(source))
    .replaceAll(/<\/?(?:strong|b|a|span|em|time)\b[^>]*>/g, '')
    .replaceAll(new RegExp(`(${BETWEEN})\\s*\\n\\s*(?=${BETWEEN})`, 'gu'), '$1');
  return text
    .split(/[`'"<>\n|{}]|\\n/)
    .flatMap((run) => run.split(/(?<=。)/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => JAPANESE.test(sentence));
}

export const isClaim = (sentence: string): boolean => CLAIM.test(sentence);

/** Each claim of a page, a mail, a message or a command, with the files that make it. */
export function findClaims(): Map<string, string[]> {
  const files = ['src', 'commands'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.(?:astro|tsx?)$/.test(name) && !OTHERS.test(name)),
  );
  const found = new Map<string, string[]>();
  for (const file of files) {
    for (const sentence of sentencesIn(readFileSync(path.join(ROOT, file), 'utf8'))) {
      if (isClaim(sentence)) found.set(sentence, [...(found.get(sentence) ?? []), file]);
    }
  }
  return found;
}

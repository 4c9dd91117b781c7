import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeMail } from '#domains/mail/letterhead.ts';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { asReadBy } from '../support/compat/css.ts';
import {
  MARKUP_EXCEPTIONS,
  SCRIPT_EXCEPTIONS,
  STYLE_EXCEPTIONS,
  outdated,
  unexplained,
} from '../support/compat/exceptions.ts';
import { markupNotIn } from '../support/compat/markup.ts';
import { scriptsNotIn } from '../support/compat/script.ts';
import { OLDEST, STAFF } from '../support/compat/targets.ts';
import { ROOT } from '../support/server.ts';
import { PAGES } from './rows.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();
const ASSETS = path.join(ROOT, 'dist/client/_astro');

const assets = (ending: string): Map<string, string> =>
  new Map(
    readdirSync(ASSETS)
      .filter((file) => file.endsWith(ending))
      .map((file) => [file, readFileSync(path.join(ASSETS, file), 'utf8')]),
  );

/** Every page of ours, as HTML, by its address. */
async function allPages(): Promise<Map<string, string>> {
  const { cast, yearMonth, items } = site().world;
  const reader = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const asked: [Who, string][] = [
    ['anonymous', paths.letters(reader)],
    ['anonymous', paths.letter(yearMonth, reader)],
    ['anonymous', paths.letterPhoto(yearMonth, items.own.id, reader)],
    ['anonymous', paths.letterYear(yearOf(yearMonth), reader)],
    ['anonymous', paths.letterYearPrint(yearOf(yearMonth), reader)],
    ['anonymous', paths.letterYear('all', reader)],
    ['anonymous', paths.letterYearPrint('all', reader)],
  ];
  for (const { call, path: address } of PAGES) {
    const target = (await address?.(site())) ?? call.slice(call.indexOf(' ') + 1);
    asked.push(['anonymous', target], ['admin', target]);
  }
  const pages = new Map<string, string>();
  for (const [who, address] of asked) {
    const { headers, text } = await site().ask(who, address);
    if (headers['content-type']?.startsWith('text/html')) pages.set(`${who} ${address}`, text);
  }
  return pages;
}

/** One with every part; all mails are written on this paper. */
const mails = (): string[] =>
  [false, true].map(
    (isQuiet) =>
      writeMail('ひまわりの家', {
        subject: '10月号のお便りができました',
        greeting: '田中 キヨ 様のご家族へ',
        paragraphs: ['お便りと写真をお届けします。'],
        button: { label: 'お便りを読む', url: 'https://example.jp/letters' },
        moreButtons: [{ label: 'お便りの一覧', url: 'https://example.jp/letters?all=1' }],
        signature: 'ひまわりの家',
        notes: ['お届け先から外れるときは、施設にお知らせください。'],
        isQuiet,
      }).html,
  );

/** Each as a rule of its own. */
const inlineStyles = (html: string): string[] =>
  [...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => `a{${style}}`);

let read: Promise<Map<string, string>> | undefined;
const pages = (): Promise<Map<string, string>> => (read ??= allPages());

async function inPages(tag: 'style' | 'script'): Promise<Set<string>> {
  const element = new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${tag}>`, 'g');
  const texts = [...(await pages()).values()].flatMap((text) =>
    [...text.matchAll(element)].map(([, content = '']) => content),
  );
  return new Set(texts);
}

test('styles hold nothing that iOS 12 and Android 8 lack and that nothing stands in for', async () => {
  const inline = [...mails(), ...(await pages()).values()].flatMap(inlineStyles);
  const sheets = [...assets('.css').values(), ...(await inPages('style')), ...new Set(inline)];
  const missing = sheets.flatMap((css) => asReadBy(OLDEST, css).missing);
  expect(unexplained(missing, STYLE_EXCEPTIONS)).toEqual([]);
  expect(outdated(missing, STYLE_EXCEPTIONS)).toEqual([]);
});

test('scripts hold nothing that iOS 15.4, Chrome 99 and Firefox 115 lack', async () => {
  const inline = [...(await inPages('script'))].map((code) => ['in a page', code] as const);
  const modules = new Map<string, string>([...assets('.js')]);
  for (const [at, [where, code]] of inline.entries()) modules.set(`${where} ${at}`, code);
  const missing = scriptsNotIn(STAFF, modules);
  expect(unexplained(missing, SCRIPT_EXCEPTIONS)).toEqual([]);
  expect(outdated(missing, SCRIPT_EXCEPTIONS)).toEqual([]);
});

test('pages need no element and no attribute that their browsers lack', async () => {
  const all = [...(await pages()), ...mails().map((html) => ['a mail', html] as const)];
  const missing = all.flatMap(([where, html]) => markupNotIn(OLDEST, html, where));
  expect(unexplained(missing, MARKUP_EXCEPTIONS)).toEqual([]);
  expect(outdated(missing, MARKUP_EXCEPTIONS)).toEqual([]);
});

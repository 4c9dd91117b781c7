import { launch } from 'chrome-launcher';
import type { Result } from 'lighthouse';
import lighthouse from 'lighthouse';
import { paths } from '#lib/paths.ts';
import { findChromium } from '../e2e/support/chromium.ts';
import type { Bench } from './facility.ts';
import type { Measured } from './process.ts';
import type { Row } from './report.ts';

const RUNS = 3;
const FULL = 100;
const FAST = 99;

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
const USUAL: Category[] = ['performance', 'accessibility', 'best-practices'];

/**
 * Lighthouse scores on a slow network, median of several runs. Only the landing page is indexed.
 */
export async function measureLighthouse(server: Measured, bench: Bench): Promise<Row[]> {
  const chromePath = findChromium();
  if (chromePath === undefined) {
    return [{ what: 'Lighthouse not run: Chromium is not installed', value: 0, unit: '' }];
  }
  const pages: [name: string, path: string, categories: Category[]][] = [
    ['landing', paths.home, [...USUAL, 'seo']],
    ['login', paths.login, USUAL],
    ['letters list', paths.letters(bench.tokens), USUAL],
    ['letter of 30 photos', paths.letter(bench.yearMonth, bench.tokens), USUAL],
  ];
  const rows: Row[] = [];
  for (const [name, path, categories] of pages) {
    const runs: Scores[] = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push(await audit(chromePath, server.url + path, categories));
    }
    for (const category of categories) {
      rows.push({
        what: `Lighthouse, ${name}: ${category}`,
        value: median(runs.map((scores) => scores[category] ?? 0)),
        unit: '',
        least: category === 'performance' ? FAST : FULL,
      });
    }
  }
  return rows;
}

type Scores = Partial<Record<Category, number>>;

/** In a fresh browser, so that nothing is cached. Scores out of 100. */
async function audit(chromePath: string, url: string, categories: Category[]): Promise<Scores> {
  const chrome = await launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'silent',
    });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    noteFaults(result.lhr);
    noteTimes(result.lhr);
    return Object.fromEntries(
      Object.entries(result.lhr.categories).map(([id, { score }]) => [
        id,
        Math.round((score ?? 0) * FULL),
      ]),
    );
  } finally {
    chrome.kill();
  }
}

/** What cost points. */
function noteFaults({ categories, audits, finalDisplayedUrl }: Result): void {
  for (const { id, auditRefs } of Object.values(categories)) {
    if (id === 'performance') continue; // its parts are times, shown below
    for (const { id: audit, weight } of auditRefs) {
      const { score, title } = audits[audit] ?? { score: null, title: '' };
      if (weight > 0 && score !== null && score < 1) {
        console.log(`  ${new URL(finalDisplayedUrl).pathname}: ${id}: ${title}`);
      }
    }
  }
}

const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];

/** A busy machine slows the page: its benchmark index explains the times. */
function noteTimes({ audits, environment, finalDisplayedUrl }: Result): void {
  const times = TIMES.map((id) => `${id} ${Math.round(audits[id]?.numericValue ?? 0)} ms`);
  const speed = `machine ${Math.round(environment.benchmarkIndex)}`;
  console.log(`  ${new URL(finalDisplayedUrl).pathname}: ${times.join(', ')}; ${speed}`);
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

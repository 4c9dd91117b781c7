import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { methodOf, routeOf } from './access/ask-row.ts';
import { ACTIONS, API, FRONT } from './access/rows.ts';
import { CALLS, FORMS, PAGES } from './support/acts.ts';

const ROOT = path.dirname(import.meta.dirname);

describe('each act says what it asks and what it leaves', () => {
  test('every call and every form of the matrix', () => {
    const calls = new Set(API.map((row) => `${methodOf(row)} ${routeOf(row)}`));
    expect([...calls].sort()).toEqual(Object.keys(CALLS).sort());
    expect(ACTIONS.map(routeOf).filter((form) => !(form in FORMS))).toEqual([]);
  });

  test('every file of staff, and every archive', () => {
    const archives = FRONT.map(routeOf).filter((route) => /^\/adminstaff\/.*\.\w+$/.test(route));
    expect(archives.length).toBeGreaterThan(1);
    expect(archives.filter((route) => !(route in PAGES))).toEqual([]);
    const files = Object.entries(PAGES).filter(([route]) => route.endsWith('.csv'));
    expect(files.map(([, act]) => act.asks).sort()).toContain('confirmation');
  });

  test('and every page that asks exists', () => {
    const pages = Object.keys(PAGES).filter((route) => !/\.\w+$/.test(route));
    const files = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' });
    expect(pages.filter((route) => !files.includes(`${route.slice(1)}.astro`))).toEqual([]);
    expect(pages.length).toBeGreaterThan(0);
  });

  test('what asks for a confirmation says what for', () => {
    const acts = [...Object.values(CALLS), ...Object.values(FORMS), ...Object.values(PAGES)];
    expect(acts.filter(({ asks, deed }) => (asks === 'confirmation') !== (deed !== ''))).toEqual(
      [],
    );
  });
});

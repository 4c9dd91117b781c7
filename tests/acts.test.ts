import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLS, FORMS, PAGES } from '#domains/account/confirm/acts.ts';
import { methodOf, routeOf } from './access/ask-row.ts';
import { ACTIONS, API, FRONT } from './access/rows.ts';

const ROOT = path.dirname(import.meta.dirname);

/** What nobody has to be signed in for: a session gives nothing to steal there. */
const OPEN_CALLS =
  /\/(?:login(?:\/.*)?|logout|refresh|sign_up|confirmations|reset_passwords|devices\/current|contacts|\[slot\]|webhook|auth\/login)$/;
const OPEN_FORMS =
  /^(?:session|staffs|contacts|address)\.|^hosts\.(?:signUp|resend|complete)$|^devices\.signIn$|^operator\.(?:makeAccount|signIn|secondStep|loginByPasskey)$/;
const MAILED = 'PATCH /api/v1/actions/staffs/reset_emails';

const reads = (name: string): boolean => name.startsWith('GET ');

describe('each act of somebody signed in says whether it is sensitive', () => {
  test('every call that changes something', () => {
    const calls = new Set(API.map((row) => `${methodOf(row)} ${routeOf(row)}`));
    const closed = [...calls].filter(
      (call) => !reads(call) && !OPEN_CALLS.test(call) && call !== MAILED,
    );
    const changing = Object.keys(CALLS).filter((call) => !reads(call));
    expect(closed.sort()).toEqual(changing.sort());
    expect(Object.keys(CALLS).filter((call) => reads(call) && !calls.has(call))).toEqual([]);
  });

  test('every form', () => {
    const forms = new Set(ACTIONS.map(routeOf));
    const closed = [...forms].filter((form) => !OPEN_FORMS.test(form));
    expect(closed.sort()).toEqual(Object.keys(FORMS).sort());
  });

  test('every file of staff', () => {
    const pages = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:adminstaff|operator)\/.*\.\w+\.ts$/.test(file))
      .map((file) => `/${file.slice(0, -'.ts'.length)}`);
    const archives = FRONT.map(routeOf).filter((route) => /^\/adminstaff\/.*\.\w+$/.test(route));
    const files = Object.keys(PAGES).filter((route) => /\.\w+$/.test(route));
    expect(files.sort()).toEqual([...new Set([...pages, ...archives])].sort());
    expect(archives.length).toBeGreaterThan(1);
  });

  test('and every page that is named exists', () => {
    const pages = Object.keys(PAGES).filter((route) => !/\.\w+$/.test(route));
    const files = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' });
    expect(pages.filter((route) => !files.includes(`${route.slice(1)}.astro`))).toEqual([]);
    expect(pages.length).toBeGreaterThan(0);
  });

  test('what asks for a confirmation can say what for', () => {
    const acts = [...Object.values(FORMS), ...Object.values(PAGES)];
    const mute = acts.filter(({ asks, deed }) => asks === 'confirmation' && !deed);
    expect(mute).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { notesOf, requireClean, setVersion } from '../scripts/release-version.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-11-24)\n\n- Old.\n';
let folder: string;
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-release-'));
  write('CHANGELOG.md', CHANGELOG);
  write('Dockerfile', 'LABEL org.opencontainers.image.version="0.2.0" \\\n');
  write('package.json', '{ "name": "a", "version": "0.2.0" }\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a version is set wherever it stands', () => {
  // 3 December in Japan.
  setVersion(folder, '0.3.0', new Date('2026-12-02T16:00:00Z'));
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.3.0' });
  expect(read('Dockerfile')).toContain('image.version="0.3.0"');
  expect(notesOf(read('CHANGELOG.md'), '0.3.0')).toBe('- New.');
  expect(read('CHANGELOG.md')).toContain('## 0.3.0 (2026-12-03)');
  setVersion(folder, '0.3.0', new Date('2026-12-04T00:00:00Z'));
  expect(read('CHANGELOG.md')).toContain('## 0.3.0 (2026-12-03)');
  expect(() => setVersion(folder, '0.4.0', new Date())).toThrow(
    'CHANGELOG.md has no ## Unreleased',
  );
  expect(() => setVersion(folder, 'v1', new Date())).toThrow('not three numbers');
});

test('notes are the section of one version', () => {
  expect(notesOf(CHANGELOG, '0.2.0')).toBe('- Old.');
  expect(() => notesOf(CHANGELOG, '0.3.0')).toThrow('nothing under “## 0.3.0”');
  expect(() => notesOf('## 0.3.0 (2026-12-03)\n', '0.3.0')).toThrow('nothing under');
});

test('a release is of a commit: changed and new files refuse it', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  expect(() => requireClean(folder)).toThrow('?? CHANGELOG.md');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '-m', 'a');
  expect(() => requireClean(folder)).not.toThrow();
  write('Dockerfile', 'FROM scratch\n');
  expect(() => requireClean(folder)).toThrow('M Dockerfile');
});

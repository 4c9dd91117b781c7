import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/needs.ts';

const FOLDER = path.join(import.meta.dirname, '../../../deploy');
const programs = readdirSync(FOLDER).filter((name) =>
  readFileSync(path.join(FOLDER, name), 'utf8').startsWith('#!/bin/sh'),
);
const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;

test(
  'what operators run is sound POSIX shell',
  needs(hasShellcheck, 'no shellcheck here (apt-get install shellcheck)'),
  () => {
    expect(programs.toSorted()).toEqual(['dump-cluster', 'install.sh', 'tsukidayori', 'update.sh']);
    const options = { cwd: path.dirname(FOLDER), encoding: 'utf8' as const };
    const files = programs.map((name) => `deploy/${name}`);
    expect(spawnSync('shellcheck', ['-x', ...files], options).stdout).toBe('');
  },
);

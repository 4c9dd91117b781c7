import { execFileSync } from 'node:child_process';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\0')
    .filter(Boolean);

/** What the last commit and whatever came after it has changed; null where git cannot say. */
export function changedFiles(): string[] | null {
  try {
    const changed = git('diff', '--name-only', '--diff-filter=d', '--relative', '-z', 'HEAD~1');
    return [...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')];
  } catch {
    return null;
  }
}

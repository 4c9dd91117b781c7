import type { Reporter, TestModule } from 'vitest/node';

/** Names what was skipped on PostgreSQL, and why: nothing is left out without a word. */
export default class Skipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { relativeModuleId: file, children } of modules) {
      for (const test of children.allTests('skipped')) {
        const why = test.meta().skipped ?? 'this machine lacks what it needs';
        console.log(`skipped: ${file} > ${test.fullName}: ${why}`);
      }
    }
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Names the tests that failed, in the results' folder, as `--test-list` takes them: `[project] › file › title`. */
export default class FailedTests implements Reporter {
  #file = '';
  #tests: Suite | undefined;

  onBegin({ projects: [first] }: FullConfig, tests: Suite): void {
    this.#file = join(first?.outputDir ?? 'test-results', 'failed-tests.txt');
    this.#tests = tests;
  }

  onEnd(): void {
    const lineOf = (test: TestCase) => {
      const [, project = '', ...titles] = test.titlePath();
      return [`[${project}]`, ...titles].join(' › ');
    };
    const failed = (this.#tests?.allTests() ?? []).filter((test) => test.outcome() === 'unexpected');
    mkdirSync(join(this.#file, '..'), { recursive: true });
    writeFileSync(this.#file, [...new Set(failed.map(lineOf))].join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Failed, or was not run because one before it did. */
const isOpen = (test: TestCase) =>
  test.outcome() === 'unexpected' || (test.outcome() === 'skipped' && test.expectedStatus !== 'skipped');

const lineOf = (test: TestCase) => {
  const [, project = '', ...titles] = test.titlePath();
  return [`[${project}]`, ...titles].join(' › ');
};

/**
 * Names the tests that failed or were not run, in the results' folder, as `--test-list` takes them: `[project] › file › title`. Names
 * none where they are not all that went wrong: an error outside of any test, or a run that did not come to its end.
 */
export default class FailedTests implements Reporter {
  #folder = '';
  #tests: Suite | undefined;
  #hasOtherErrors = false;

  onBegin({ projects: [first] }: FullConfig, tests: Suite): void {
    this.#folder = first?.outputDir ?? 'test-results';
    this.#tests = tests;
  }

  onError(): void {
    this.#hasOtherErrors = true;
  }

  onEnd({ status }: FullResult): void {
    if (this.#hasOtherErrors || status !== 'failed') return;
    const lines = new Set(this.#tests?.allTests().filter(isOpen).map(lineOf));
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, 'failed-tests.txt'), [...lines].join('\n'));
  }

  printsToStdio(): boolean {
    return false;
  }
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';

const textOf = ({ message, stack, value }: TestError) =>
  stripVTControlCharacters(message ?? stack ?? value ?? 'No error message.');

/** The message without its stack, for the list of failures. */
const reasonOf = (error: TestError): string[] => {
  const [reason = ''] = textOf(error).split(/\n\s*\n|\n\s+at /);
  return reason.replace(/^Error: /, '').split('\n');
};

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Prints a line for each smoke test, and at the end the failures in a line or two each. Stacks and calls are written to a file,
 * because the list would be unreadable with them.
 */
export default class SmokeReporter implements Reporter {
  #suite: Suite | undefined;
  #folder = '';
  #errors: TestError[] = [];

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#folder = config.projects[0]?.outputDir ?? config.rootDir;
  }

  onTestEnd({ title }: TestCase, { status, retry }: TestResult): void {
    const again = retry > 0 ? ' (retry)' : '';
    print(`  ${status === 'passed' ? 'passed ' : status === 'skipped' ? 'skipped' : 'failed '}  ${title}${again}`);
  }

  /** An error outside of tests: the product did not start, or the configuration is invalid. */
  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const failed = (this.#suite?.allTests() ?? []).filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const errors = [...this.#errors, ...failed.flatMap(({ results }) => results.flatMap((result) => result.errors))];
    if (errors.length === 0) return;
    const file = join(this.#folder, 'smoke-report.txt');
    writeFileSync(file, errors.map(textOf).join('\n\n'));
    print('');
    print(`Failures (full report, with traces beside it: ${file}):`);
    for (const line of new Set(errors.flatMap(reasonOf))) print(`  ${line}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
